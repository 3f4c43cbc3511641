-- SPDX-License-Identifier: Apache-2.0
-- The marts of premium from silver and facts, in Spark's SQL. What several marts start from is made once and kept.
CREATE OR REPLACE TEMPORARY VIEW section AS
SELECT *,
  year(period_from) * 12 + month(period_from) - 1 AS first_month,
  year(period_to) * 12 + month(period_to) - 1 AS last_month,
  CASE WHEN upper(trim(bordereau_interval)) = 'QUARTERLY' THEN 3 ELSE 1 END AS months
FROM (
  SELECT *, row_number() OVER (PARTITION BY umr, section_no ORDER BY modified_date DESC) AS image
  FROM parquet.`${ContractSection}`)
WHERE image = 1;

CREATE OR REPLACE TEMPORARY VIEW coverholder AS
SELECT * FROM (
  SELECT *, row_number() OVER (PARTITION BY coverholder_id ORDER BY modified_date DESC) AS image
  FROM parquet.`${Coverholder}`)
WHERE image = 1;

CREATE OR REPLACE TEMPORARY VIEW rate AS
SELECT * FROM parquet.`${ExchangeRate}` WHERE rate_to_gbp > 0;

CREATE OR REPLACE TEMPORARY VIEW business_plan AS SELECT * FROM parquet.`${BusinessPlan}`;

CREATE OR REPLACE TEMPORARY VIEW fact AS
SELECT * FROM delta.`${output}/gold/fact_premium_transaction`;

CREATE OR REPLACE TEMPORARY VIEW section_month_rows AS
SELECT umr, section_no, coverholder_id, bordereau_month, count(*) AS transaction_count,
  coalesce(sum(gross_premium_gbp), 0.00) AS gwp_gbp,
  coalesce(sum(commission_gbp), 0.00) AS commission_gbp,
  coalesce(sum(net_premium_gbp), 0.00) AS net_gbp,
  count_if(gross_premium_gbp IS NULL) AS rows_without_gbp
FROM fact
GROUP BY umr, section_no, coverholder_id, bordereau_month;

CACHE TABLE section_month AS SELECT * FROM section_month_rows;

CREATE OR REPLACE TEMPORARY VIEW submission_rows AS
SELECT v.umr, v.section_no, v.bordereau_month,
  CASE WHEN s.umr IS NULL THEN v.coverholder_id ELSE s.coverholder_id END AS coverholder_id,
  min(v.submitted_at) AS first_submitted, max(v.submitted_at) AS last_submitted,
  count(DISTINCT v.submitted_at) AS submission_count
FROM delta.`${output}/silver/premium_transaction` v
LEFT JOIN section s ON s.umr = v.umr AND s.section_no = v.section_no
WHERE NOT v.is_deleted
GROUP BY v.umr, v.section_no, v.bordereau_month,
  CASE WHEN s.umr IS NULL THEN v.coverholder_id ELSE s.coverholder_id END;

CACHE TABLE submission AS SELECT * FROM submission_rows;

CREATE TABLE delta.`${output}/mart/gpi_utilisation` USING delta AS
WITH section_total AS (
  SELECT umr, section_no, bordereau_month, sum(gwp_gbp) AS month_gwp_gbp
  FROM section_month
  GROUP BY umr, section_no, bordereau_month
),
converted AS (
  SELECT m.*, s.year_of_account, coalesce(s.gpi_notifiable_pct, 80) AS notifiable_pct,
    CASE
      WHEN s.gpi_limit < 0 THEN 'LIMIT_INVALID'
      WHEN s.gpi_limit > 0 AND NOT s.gpi_currency <=> 'GBP' AND r.rate_to_gbp IS NULL
        THEN 'LIMIT_RATE_MISSING'
    END AS limit_flag,
    CAST(CASE
      WHEN s.gpi_limit < 0 THEN NULL
      WHEN s.gpi_limit = 0 OR s.gpi_currency = 'GBP' THEN s.gpi_limit
      ELSE round(s.gpi_limit * r.rate_to_gbp, 2)
    END AS DECIMAL(18, 2)) AS gpi_limit_gbp,
    CAST(sum(m.month_gwp_gbp) OVER (
      PARTITION BY m.umr, m.section_no ORDER BY m.bordereau_month ROWS UNBOUNDED PRECEDING
    ) AS DECIMAL(28, 2)) AS cumulative_gwp_gbp
  FROM section_total m
  LEFT JOIN section s ON s.umr = m.umr AND s.section_no = m.section_no
  LEFT JOIN rate r ON r.currency_code = s.gpi_currency
    AND r.rate_month = CAST(trunc(s.period_from, 'MM') AS DATE)
),
judged AS (
  SELECT *,
    CASE
      WHEN gpi_limit_gbp IS NULL OR gpi_limit_gbp = 0 THEN 'NO_LIMIT'
      WHEN cumulative_gwp_gbp >= gpi_limit_gbp THEN 'BREACH'
      WHEN cumulative_gwp_gbp * 100 >= gpi_limit_gbp * notifiable_pct THEN 'NOTIFY'
      ELSE 'OK'
    END AS alert_level
  FROM converted
)
SELECT umr, section_no, year_of_account, bordereau_month, month_gwp_gbp, cumulative_gwp_gbp,
  gpi_limit_gbp,
  CAST(cumulative_gwp_gbp * 100 / nullif(gpi_limit_gbp, 0) AS DECIMAL(18, 6)) AS utilisation_pct,
  alert_level, limit_flag,
  min(CASE WHEN alert_level IN ('NOTIFY', 'BREACH') THEN bordereau_month END) OVER up_to_now
    AS first_notify_month,
  min(CASE WHEN alert_level = 'BREACH' THEN bordereau_month END) OVER up_to_now
    AS first_breach_month
FROM judged
WINDOW up_to_now AS (
  PARTITION BY umr, section_no ORDER BY bordereau_month ROWS UNBOUNDED PRECEDING);

CREATE TABLE delta.`${output}/mart/premium_monthly` USING delta AS
SELECT m.coverholder_id, m.umr, m.section_no, s.year_of_account, m.bordereau_month,
  m.transaction_count, m.gwp_gbp, m.commission_gbp, m.net_gbp, 0.00 AS paid_movement_gbp,
  0.00 AS incurred_change_gbp, m.rows_without_gbp
FROM section_month m
LEFT JOIN section s ON s.umr = m.umr AND s.section_no = m.section_no;

CREATE TABLE delta.`${output}/mart/bordereau_islands_by_section` USING delta AS
WITH period AS (
  SELECT DISTINCT b.umr, b.section_no, coalesce(s.first_month, 0) AS first_month,
    coalesce(s.months, 1) AS months,
    CAST(floor((year(b.bordereau_month) * 12 + month(b.bordereau_month) - 1
      - coalesce(s.first_month, 0)) / coalesce(s.months, 1)) AS INT) AS period_no
  FROM submission b
  LEFT JOIN section s ON s.umr = b.umr AND s.section_no = b.section_no
),
island AS (
  SELECT umr, section_no,
    first_month + min(period_no) * months + months - 1 AS start_no,
    first_month + max(period_no) * months + months - 1 AS end_no,
    count(*) AS months_in_run
  FROM (
    SELECT *,
      period_no - row_number() OVER (PARTITION BY umr, section_no ORDER BY period_no) AS run
    FROM period
  )
  GROUP BY umr, section_no, first_month, months, run
)
SELECT umr, section_no,
  row_number() OVER (PARTITION BY umr, section_no ORDER BY start_no) AS island_no,
  make_date(CAST(start_no DIV 12 AS INT), CAST(start_no % 12 + 1 AS INT), 1) AS run_start,
  make_date(CAST(end_no DIV 12 AS INT), CAST(end_no % 12 + 1 AS INT), 1) AS run_end, months_in_run
FROM island;

CREATE TABLE delta.`${output}/mart/bordereau_islands_by_coverholder` USING delta AS
WITH calendar AS (
  SELECT b.coverholder_id, coalesce(s.first_month, 0) AS first_month,
    coalesce(s.months, 1) AS months,
    year(b.bordereau_month) * 12 + month(b.bordereau_month) - 1 AS month_no
  FROM submission b
  LEFT JOIN section s ON s.umr = b.umr AND s.section_no = b.section_no
  WHERE b.coverholder_id IS NOT NULL
),
covered AS (
  SELECT DISTINCT coverholder_id, month_no
  FROM (
    SELECT coverholder_id, explode(sequence(first_of_period, first_of_period + months - 1))
      AS month_no
    FROM (
      SELECT *,
        first_month + CAST(floor((month_no - first_month) / months) AS INT) * months
          AS first_of_period
      FROM calendar
    )
  )
),
island AS (
  SELECT coverholder_id, min(month_no) AS start_no, max(month_no) AS end_no,
    count(*) AS months_in_run
  FROM (
    SELECT *, month_no - row_number() OVER (PARTITION BY coverholder_id ORDER BY month_no) AS run
    FROM covered
  )
  GROUP BY coverholder_id, run
)
SELECT coverholder_id,
  row_number() OVER (PARTITION BY coverholder_id ORDER BY start_no) AS island_no,
  make_date(CAST(start_no DIV 12 AS INT), CAST(start_no % 12 + 1 AS INT), 1) AS run_start,
  make_date(CAST(end_no DIV 12 AS INT), CAST(end_no % 12 + 1 AS INT), 1) AS run_end, months_in_run
FROM island;

CREATE TABLE delta.`${output}/mart/largest_risks` USING delta AS
WITH risk AS (
  SELECT umr, section_no, certificate_ref, sum(gross_premium_gbp) AS premium_gbp
  FROM fact
  GROUP BY umr, section_no, certificate_ref
  HAVING sum(gross_premium_gbp) > 0
)
SELECT umr, section_no, rank, certificate_ref, premium_gbp
FROM (
  SELECT *, dense_rank() OVER (PARTITION BY umr, section_no ORDER BY premium_gbp DESC) AS rank
  FROM risk
)
WHERE rank <= 10;

CREATE TABLE delta.`${output}/mart/bordereau_timeliness` USING delta AS
WITH sent AS (
  SELECT b.umr, b.section_no, b.coverholder_id, b.bordereau_month, b.submission_count,
    CAST(b.first_submitted AS DATE) AS first_submitted,
    CAST(b.last_submitted AS DATE) AS last_submitted, s.bordereau_due_days,
    CASE
      WHEN s.months = 3 THEN 2 - pmod(
        year(b.bordereau_month) * 12 + month(b.bordereau_month) - 1 - s.first_month, 3)
      ELSE 0
    END AS months_to_end,
    lag(b.bordereau_month) OVER (
      PARTITION BY b.umr, b.section_no, b.coverholder_id ORDER BY b.bordereau_month
    ) AS prev_month_submitted
  FROM submission b
  LEFT JOIN section s ON s.umr = b.umr AND s.section_no = b.section_no
),
due AS (
  SELECT *, last_day(add_months(bordereau_month, months_to_end)) AS month_end,
    date_add(last_day(add_months(bordereau_month, months_to_end)),
      CAST(coalesce(bordereau_due_days, 15) AS INT)) AS due_date
  FROM sent
)
SELECT coverholder_id, umr, section_no, bordereau_month, month_end, first_submitted,
  last_submitted, submission_count, datediff(first_submitted, month_end) AS days_after_month_end,
  due_date,
  CASE WHEN first_submitted IS NOT NULL
    THEN greatest(0, datediff(first_submitted, due_date)) END AS days_late,
  first_submitted > due_date AS is_late, prev_month_submitted,
  CAST(months_between(bordereau_month, prev_month_submitted) AS INT) AS months_since_prev
FROM due;

CREATE TABLE delta.`${output}/mart/missing_bordereaux` USING delta AS
WITH sent AS (
  SELECT DISTINCT s.umr, s.section_no,
    CAST(floor((year(b.bordereau_month) * 12 + month(b.bordereau_month) - 1 - s.first_month)
      / s.months) AS INT) AS period_no
  FROM section s
  JOIN submission b ON b.umr = s.umr AND b.section_no = s.section_no
),
owed AS (
  SELECT *, CAST(first_month + period_no * months + months - 1 AS INT) AS month_no
  FROM (
    SELECT *, explode(sequence(0, CAST((last_month - first_month) DIV months AS INT))) AS period_no
    FROM section
  )
),
due AS (
  SELECT *,
    date_add(last_day(missing_month), CAST(coalesce(bordereau_due_days, 15) AS INT)) AS due_date
  FROM (
    SELECT *, make_date(CAST(month_no DIV 12 AS INT), month_no % 12 + 1, 1) AS missing_month
    FROM owed
  )
),
edge AS (
  SELECT umr, section_no, min(period_no) AS first_sent, max(period_no) AS last_sent
  FROM sent
  GROUP BY umr, section_no
)
SELECT d.coverholder_id, d.umr, d.section_no, d.missing_month, d.due_date,
  CASE
    WHEN e.first_sent IS NULL OR d.period_no < e.first_sent THEN 'LEADING'
    WHEN d.period_no > e.last_sent THEN 'TRAILING'
    ELSE 'GAP'
  END AS kind
FROM due d
LEFT JOIN edge e ON e.umr = d.umr AND e.section_no = d.section_no
LEFT ANTI JOIN sent t
  ON t.umr = d.umr AND t.section_no = d.section_no AND t.period_no = d.period_no
WHERE d.due_date < DATE '${as_of}';

CREATE TABLE delta.`${output}/mart/loss_ratio` USING delta AS
WITH account AS (
  SELECT f.coverholder_id, s.year_of_account, s.class_of_business,
    sum(f.gross_premium_gbp) AS gwp_gbp
  FROM fact f
  LEFT JOIN section s ON s.umr = f.umr AND s.section_no = f.section_no
  GROUP BY f.coverholder_id, s.year_of_account, s.class_of_business
),
judged AS (
  SELECT a.*, c.coverholder_name,
    CASE WHEN a.gwp_gbp > 0 THEN CAST(0 AS DECIMAL(18, 6)) END AS incurred_loss_ratio,
    CAST(b.planned_loss_ratio AS DECIMAL(18, 6)) AS planned_loss_ratio
  FROM account a
  LEFT JOIN coverholder c ON c.coverholder_id = a.coverholder_id
  LEFT JOIN business_plan b
    ON b.class_of_business = a.class_of_business AND b.year_of_account = a.year_of_account
)
SELECT coverholder_id, coverholder_name, year_of_account, class_of_business, gwp_gbp,
  0.00 AS paid_gbp, 0.00 AS outstanding_gbp, 0.00 AS incurred_gbp, 0 AS claim_count,
  incurred_loss_ratio, planned_loss_ratio,
  CAST(incurred_loss_ratio - planned_loss_ratio AS DECIMAL(18, 6)) AS variance
FROM judged;

UNCACHE TABLE section_month;

DROP VIEW section_month;

UNCACHE TABLE submission;

DROP VIEW submission;
