-- SPDX-License-Identifier: Apache-2.0
-- The marts of premium from silver and facts, as docs/marts has them in DuckDB's SQL.
CREATE TABLE section AS
SELECT *,
  year(period_from) * 12 + month(period_from) - 1 AS first_month,
  year(period_to) * 12 + month(period_to) - 1 AS last_month,
  CASE WHEN upper(trim(bordereau_interval)) = 'QUARTERLY' THEN 3 ELSE 1 END AS months
FROM read_parquet('${ContractSection}/*.parquet')
QUALIFY row_number() OVER (PARTITION BY umr, section_no ORDER BY modified_date DESC) = 1;

CREATE TABLE coverholder AS
SELECT * FROM read_parquet('${Coverholder}/*.parquet')
QUALIFY row_number() OVER (PARTITION BY coverholder_id ORDER BY modified_date DESC) = 1;

CREATE TABLE rate AS
SELECT * FROM read_parquet('${ExchangeRate}/*.parquet') WHERE rate_to_gbp > 0;

CREATE TABLE business_plan AS SELECT * FROM read_parquet('${BusinessPlan}/*.parquet');

CREATE VIEW fact AS FROM read_parquet('${output}/gold/fact_premium_transaction/*.parquet');

CREATE TABLE section_month AS
SELECT umr, section_no, coverholder_id, bordereau_month, count(*) AS transaction_count,
  coalesce(sum(gross_premium_gbp), 0.00) AS gwp_gbp,
  coalesce(sum(commission_gbp), 0.00) AS commission_gbp,
  coalesce(sum(net_premium_gbp), 0.00) AS net_gbp,
  count(*) FILTER (gross_premium_gbp IS NULL) AS rows_without_gbp
FROM fact
GROUP BY ALL;

CREATE TABLE submission AS
SELECT v.umr, v.section_no, v.bordereau_month,
  CASE WHEN s.umr IS NULL THEN v.coverholder_id ELSE s.coverholder_id END AS coverholder_id,
  min(v.submitted_at) AS first_submitted, max(v.submitted_at) AS last_submitted,
  count(DISTINCT v.submitted_at) AS submission_count
FROM read_parquet('${output}/silver/premium_transaction/*.parquet') v
LEFT JOIN section s ON s.umr = v.umr AND s.section_no = v.section_no
WHERE NOT v.is_deleted
GROUP BY ALL;

COPY (
  WITH section_total AS (
    SELECT umr, section_no, bordereau_month, sum(gwp_gbp) AS month_gwp_gbp
    FROM section_month
    GROUP BY ALL
  ),
  converted AS (
    SELECT m.*, s.year_of_account, coalesce(s.gpi_notifiable_pct, 80) AS notifiable_pct,
      CASE
        WHEN s.gpi_limit < 0 THEN 'LIMIT_INVALID'
        WHEN s.gpi_limit > 0 AND s.gpi_currency IS DISTINCT FROM 'GBP' AND r.rate_to_gbp IS NULL
          THEN 'LIMIT_RATE_MISSING'
      END AS limit_flag,
      CAST(CASE
        WHEN s.gpi_limit < 0 THEN NULL
        WHEN s.gpi_limit = 0 OR s.gpi_currency = 'GBP' THEN s.gpi_limit
        ELSE round(s.gpi_limit * r.rate_to_gbp, 2)
      END AS DECIMAL(18, 2)) AS gpi_limit_gbp,
      CAST(sum(m.month_gwp_gbp) OVER (
        PARTITION BY m.umr, m.section_no ORDER BY m.bordereau_month ROWS UNBOUNDED PRECEDING
      ) AS DECIMAL(38, 2)) AS cumulative_gwp_gbp
    FROM section_total m
    LEFT JOIN section s ON s.umr = m.umr AND s.section_no = m.section_no
    LEFT JOIN rate r ON r.currency_code = s.gpi_currency
      AND r.rate_month = date_trunc('month', s.period_from)
  ),
  judged AS (
    SELECT *,
      -- exact, in hundredths: DuckDB divides decimals in double precision
      CAST(cumulative_gwp_gbp * 100 AS HUGEINT) AS cumulative_pence,
      CAST(gpi_limit_gbp * 100 AS HUGEINT) AS limit_pence,
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
    CASE WHEN limit_pence > 0 THEN CAST(
      (CASE WHEN cumulative_pence < 0 THEN -1 ELSE 1 END)
      * ((abs(cumulative_pence) * 200000000 + limit_pence) // (2 * limit_pence))
      AS DECIMAL(28, 0)) * 0.000001 END AS utilisation_pct,
    alert_level, limit_flag,
    min(bordereau_month) FILTER (alert_level IN ('NOTIFY', 'BREACH')) OVER up_to_now
      AS first_notify_month,
    min(bordereau_month) FILTER (alert_level = 'BREACH') OVER up_to_now AS first_breach_month
  FROM judged
  WINDOW up_to_now AS (
    PARTITION BY umr, section_no ORDER BY bordereau_month ROWS UNBOUNDED PRECEDING)
) TO '${output}/mart/gpi_utilisation' (FORMAT parquet, PER_THREAD_OUTPUT true);

COPY (
  SELECT m.coverholder_id, m.umr, m.section_no, s.year_of_account, m.bordereau_month,
    m.transaction_count, m.gwp_gbp, m.commission_gbp, m.net_gbp, 0.00 AS paid_movement_gbp,
    0.00 AS incurred_change_gbp, m.rows_without_gbp
  FROM section_month m
  LEFT JOIN section s ON s.umr = m.umr AND s.section_no = m.section_no
) TO '${output}/mart/premium_monthly' (FORMAT parquet, PER_THREAD_OUTPUT true);

COPY (
  WITH period AS (
    SELECT DISTINCT b.umr, b.section_no, coalesce(s.first_month, 0) AS first_month,
      coalesce(s.months, 1) AS months,
      CAST(floor((year(b.bordereau_month) * 12 + month(b.bordereau_month) - 1
        - coalesce(s.first_month, 0)) / coalesce(s.months, 1)) AS INTEGER) AS period_no
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
    make_date(start_no // 12, start_no % 12 + 1, 1) AS run_start,
    make_date(end_no // 12, end_no % 12 + 1, 1) AS run_end, months_in_run
  FROM island
) TO '${output}/mart/bordereau_islands_by_section' (FORMAT parquet, PER_THREAD_OUTPUT true);

COPY (
  WITH calendar AS (
    SELECT b.coverholder_id, coalesce(s.first_month, 0) AS first_month,
      coalesce(s.months, 1) AS months,
      year(b.bordereau_month) * 12 + month(b.bordereau_month) - 1 AS month_no
    FROM submission b
    LEFT JOIN section s ON s.umr = b.umr AND s.section_no = b.section_no
    WHERE b.coverholder_id IS NOT NULL
  ),
  covered AS (
    SELECT DISTINCT coverholder_id,
      first_month + CAST(floor((month_no - first_month) / months) AS INTEGER) * months
        + unnest(range(months)) AS month_no
    FROM calendar
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
    make_date(start_no // 12, start_no % 12 + 1, 1) AS run_start,
    make_date(end_no // 12, end_no % 12 + 1, 1) AS run_end, months_in_run
  FROM island
) TO '${output}/mart/bordereau_islands_by_coverholder' (FORMAT parquet, PER_THREAD_OUTPUT true);

COPY (
  WITH risk AS (
    SELECT umr, section_no, certificate_ref, sum(gross_premium_gbp) AS premium_gbp
    FROM fact
    GROUP BY ALL
    HAVING sum(gross_premium_gbp) > 0
  )
  SELECT umr, section_no,
    CAST(dense_rank() OVER (PARTITION BY umr, section_no ORDER BY premium_gbp DESC) AS INTEGER)
      AS rank,
    certificate_ref, premium_gbp
  FROM risk
  QUALIFY rank <= 10
) TO '${output}/mart/largest_risks' (FORMAT parquet, PER_THREAD_OUTPUT true);

COPY (
  WITH due AS (
    SELECT b.umr, b.section_no, b.coverholder_id, b.bordereau_month, b.submission_count,
      CAST(b.first_submitted AT TIME ZONE 'UTC' AS DATE) AS first_submitted,
      CAST(b.last_submitted AT TIME ZONE 'UTC' AS DATE) AS last_submitted,
      CASE
        WHEN s.months = 3 THEN
          2 - (datediff('month', date_trunc('month', s.period_from), b.bordereau_month) % 3 + 3) % 3
        ELSE 0
      END AS months_to_end,
      last_day(CAST(b.bordereau_month + to_months(months_to_end) AS DATE)) AS month_end,
      month_end + coalesce(s.bordereau_due_days, 15) AS due_date,
      lag(b.bordereau_month) OVER (
        PARTITION BY b.umr, b.section_no, b.coverholder_id ORDER BY b.bordereau_month
      ) AS prev_month_submitted
    FROM submission b
    LEFT JOIN section s ON s.umr = b.umr AND s.section_no = b.section_no
  )
  SELECT coverholder_id, umr, section_no, bordereau_month, month_end, first_submitted,
    last_submitted, submission_count,
    datediff('day', month_end, first_submitted) AS days_after_month_end, due_date,
    CASE WHEN first_submitted IS NOT NULL
      THEN greatest(0, datediff('day', due_date, first_submitted)) END AS days_late,
    first_submitted > due_date AS is_late, prev_month_submitted,
    datediff('month', prev_month_submitted, bordereau_month) AS months_since_prev
  FROM due
) TO '${output}/mart/bordereau_timeliness' (FORMAT parquet, PER_THREAD_OUTPUT true);

COPY (
  WITH sent AS (
    SELECT DISTINCT s.umr, s.section_no,
      CAST(floor((year(b.bordereau_month) * 12 + month(b.bordereau_month) - 1 - s.first_month)
        / s.months) AS INTEGER) AS period_no
    FROM section s
    JOIN submission b ON b.umr = s.umr AND b.section_no = s.section_no
  ),
  owed AS (
    SELECT *, first_month + period_no * months + months - 1 AS month_no
    FROM (
      SELECT *, unnest(range((last_month - first_month) // months + 1)) AS period_no FROM section
    )
  ),
  due AS (
    SELECT *,
      make_date(month_no // 12, month_no % 12 + 1, 1) AS missing_month,
      last_day(missing_month) + coalesce(bordereau_due_days, 15) AS due_date
    FROM owed
  ),
  edge AS (
    SELECT umr, section_no, min(period_no) AS first_sent, max(period_no) AS last_sent
    FROM sent
    GROUP BY ALL
  )
  SELECT d.coverholder_id, d.umr, d.section_no, d.missing_month, d.due_date,
    CASE
      WHEN e.first_sent IS NULL OR d.period_no < e.first_sent THEN 'LEADING'
      WHEN d.period_no > e.last_sent THEN 'TRAILING'
      ELSE 'GAP'
    END AS kind
  FROM due d
  LEFT JOIN edge e ON e.umr = d.umr AND e.section_no = d.section_no
  ANTI JOIN sent t ON t.umr = d.umr AND t.section_no = d.section_no AND t.period_no = d.period_no
  WHERE d.due_date < DATE '${as_of}'
) TO '${output}/mart/missing_bordereaux' (FORMAT parquet, PER_THREAD_OUTPUT true);

COPY (
  WITH account AS (
    SELECT f.coverholder_id, s.year_of_account, s.class_of_business,
      sum(f.gross_premium_gbp) AS gwp_gbp
    FROM fact f
    LEFT JOIN section s ON s.umr = f.umr AND s.section_no = f.section_no
    GROUP BY ALL
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
  FROM judged
) TO '${output}/mart/loss_ratio' (FORMAT parquet, PER_THREAD_OUTPUT true);
