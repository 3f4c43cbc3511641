-- SPDX-License-Identifier: Apache-2.0
-- Landed premium to silver and facts, as a data engineer writes it for Spark: small tables are broadcast, windows find the latest.
CREATE TABLE delta.`${output}/silver/premium_transaction` USING delta AS
SELECT premium_transaction_id, umr, section_no, certificate_ref, transaction_seq, transaction_type,
  bordereau_month, coverholder_id, effective_date, original_currency, gross_premium, commission_pct,
  tax_amount, fee_amount, net_premium_reported, settlement_currency, rate_of_exchange, submitted_at,
  bdx_version, is_deleted, modified_date
FROM (
  SELECT premium_transaction_id, upper(trim(umr)) AS umr, upper(trim(section_no)) AS section_no,
    trim(certificate_ref) AS certificate_ref, transaction_seq,
    upper(trim(transaction_type)) AS transaction_type,
    CAST(trunc(bordereau_month, 'MM') AS DATE) AS bordereau_month,
    nullif(trim(coverholder_id), '') AS coverholder_id, effective_date,
    nullif(trim(original_currency), '') AS original_currency, gross_premium, commission_pct,
    tax_amount, fee_amount, net_premium_reported,
    nullif(trim(settlement_currency), '') AS settlement_currency, rate_of_exchange, submitted_at,
    bdx_version, is_deleted, modified_date,
    row_number() OVER (
      PARTITION BY premium_transaction_id ORDER BY modified_date DESC NULLS LAST) AS image
  FROM parquet.`${PremiumTransaction}`
  WHERE trim(umr) <> '' AND trim(section_no) <> '' AND trim(certificate_ref) <> ''
    AND bordereau_month IS NOT NULL
    AND (gross_premium IS NOT NULL OR upper(trim(transaction_type)) = 'NIL'))
WHERE image = 1;

CREATE OR REPLACE TEMPORARY VIEW section AS
SELECT * FROM (
  SELECT *, row_number() OVER (PARTITION BY umr, section_no ORDER BY modified_date DESC) AS image
  FROM parquet.`${ContractSection}`)
WHERE image = 1;

CREATE OR REPLACE TEMPORARY VIEW rate AS
SELECT rate_month, currency_code, rate_to_gbp FROM parquet.`${ExchangeRate}` WHERE rate_to_gbp > 0;

CREATE OR REPLACE TEMPORARY VIEW coverholder AS
SELECT DISTINCT coverholder_id FROM parquet.`${Coverholder}`;

CREATE OR REPLACE TEMPORARY VIEW broker AS
SELECT DISTINCT broker_code FROM parquet.`${Broker}`;

CREATE TABLE delta.`${output}/gold/fact_premium_transaction` USING delta AS
WITH version AS (
  SELECT *,
    row_number() OVER (
      PARTITION BY umr, section_no, certificate_ref, transaction_seq,
        CASE WHEN transaction_seq IS NULL THEN transaction_type END,
        CASE WHEN transaction_seq IS NULL THEN bordereau_month END
      ORDER BY submitted_at DESC NULLS LAST, coalesce(bdx_version, 0) DESC,
        modified_date DESC NULLS LAST, premium_transaction_id DESC) AS version_no,
    count(*) OVER (
      PARTITION BY umr, section_no, certificate_ref, transaction_seq,
        CASE WHEN transaction_seq IS NULL THEN transaction_type END,
        CASE WHEN transaction_seq IS NULL THEN bordereau_month END) AS version_count
  FROM delta.`${output}/silver/premium_transaction`
  WHERE NOT is_deleted
),
known AS (
  SELECT /*+ BROADCAST(s) */ l.premium_transaction_id, l.umr, l.section_no, l.certificate_ref,
    l.transaction_seq, l.bordereau_month, l.effective_date, l.gross_premium, l.commission_pct,
    l.tax_amount, l.fee_amount, l.settlement_currency, l.rate_of_exchange, l.submitted_at,
    l.bdx_version, l.modified_date, l.version_count,
    CASE
      WHEN transaction_type IN ('NB', 'N', 'NEW BUSINESS', 'OP') THEN 'NEW'
      WHEN transaction_type IN ('REN', 'RN', 'R') THEN 'RENEWAL'
      WHEN transaction_type = 'AP' THEN 'ADDITIONAL_PREMIUM'
      WHEN transaction_type = 'REINST' THEN 'REINSTATEMENT'
      WHEN transaction_type IN ('CANC', 'CANX', 'CXL', 'CAN') THEN 'CANCELLATION'
      WHEN transaction_type = 'NTU' THEN 'VOID'
      WHEN transaction_type IN ('RP', 'REFUND') THEN 'RETURN_PREMIUM'
      WHEN transaction_type IN ('ENDORSEMENT', 'END', 'ENDT', 'ADJUSTMENT', 'AMENDMENT') THEN 'MTA'
      WHEN transaction_type IN ('CORR', 'DECLARATION') THEN 'CORRECTION'
      ELSE transaction_type
    END AS transaction_type,
    coalesce(l.original_currency, s.section_currency) AS original_currency,
    coalesce(s.coverholder_id, l.coverholder_id) AS coverholder_id,
    l.original_currency IS NULL AS is_defaulted, s.umr IS NULL AS is_unknown_section,
    s.year_of_account
  FROM version l
  LEFT JOIN section s ON s.umr = l.umr AND s.section_no = l.section_no
  WHERE l.version_no = 1
),
rated AS (
  SELECT /*+ BROADCAST(r), BROADCAST(h), BROADCAST(b) */ k.*,
    h.coverholder_id IS NULL AS is_unknown_coverholder, b.broker_code IS NULL AS is_unknown_broker,
    CASE
      WHEN k.original_currency = 'GBP' THEN CAST(1 AS DECIMAL(18, 8))
      WHEN k.original_currency IS NOT NULL AND rate_of_exchange > 0
        AND coalesce(settlement_currency, 'GBP') = 'GBP' THEN rate_of_exchange
      ELSE r.rate_to_gbp
    END AS rate_to_gbp,
    CASE
      WHEN k.transaction_type IN ('NEW', 'RENEWAL', 'ADDITIONAL_PREMIUM', 'REINSTATEMENT') THEN 1
      WHEN k.transaction_type IN ('CANCELLATION', 'VOID', 'RETURN_PREMIUM') THEN -1
      WHEN k.transaction_type = 'NIL' THEN 0
    END AS sign
  FROM known k
  LEFT JOIN rate r ON r.currency_code = k.original_currency AND r.rate_month = k.bordereau_month
  LEFT JOIN coverholder h ON h.coverholder_id = k.coverholder_id
  LEFT JOIN broker b ON b.broker_code = substr(k.umr, 2, 4)
),
signed AS (
  SELECT *,
    CAST(CASE WHEN sign IS NULL THEN gross_premium
      ELSE sign * abs(coalesce(gross_premium, 0)) END AS DECIMAL(18, 2)) AS gross_premium_signed,
    CAST(CASE WHEN sign IS NULL THEN coalesce(tax_amount, 0)
      ELSE sign * abs(coalesce(tax_amount, 0)) END AS DECIMAL(18, 2)) AS tax_signed,
    CAST(CASE WHEN sign IS NULL THEN coalesce(fee_amount, 0)
      ELSE sign * abs(coalesce(fee_amount, 0)) END AS DECIMAL(18, 2)) AS fee_signed
  FROM rated
),
commission AS (
  SELECT *,
    CAST(round(gross_premium_signed * coalesce(commission_pct, 0) * 0.01, 2) AS DECIMAL(18, 2))
      AS commission_amount,
    CAST(round(gross_premium_signed * rate_to_gbp, 2) AS DECIMAL(18, 2)) AS gross_premium_gbp
  FROM signed
),
sterling AS (
  SELECT *, CAST(round(commission_amount * rate_to_gbp, 2) AS DECIMAL(18, 2)) AS commission_gbp
  FROM commission
)
SELECT premium_transaction_id, coverholder_id,
  CAST(date_format(bordereau_month, 'yyyyMMdd') AS INT) AS bordereau_month_date_key,
  coalesce(CAST(date_format(effective_date, 'yyyyMMdd') AS INT), 0) AS effective_date_key,
  umr, section_no, certificate_ref, transaction_seq, transaction_type,
  CASE WHEN transaction_type IN ('NEW', 'RENEWAL') THEN 'OP'
    WHEN gross_premium_signed < 0 THEN 'RP' ELSE 'AP' END AS london_premium_type,
  bordereau_month, effective_date, original_currency, rate_to_gbp, gross_premium_signed,
  commission_pct, commission_amount,
  CAST(gross_premium_signed - commission_amount AS DECIMAL(18, 2)) AS net_premium,
  tax_signed AS tax_amount, fee_signed AS fee_amount, gross_premium_gbp, commission_gbp,
  CAST(gross_premium_gbp - commission_gbp AS DECIMAL(18, 2)) AS net_premium_gbp,
  CAST(year_of_account AS INT) AS year_of_account, submitted_at, bdx_version, modified_date,
  CAST(version_count AS INT) AS version_count,
  concat_ws(',',
    CASE WHEN is_unknown_broker THEN 'BROKER_UNKNOWN' END,
    CASE WHEN commission_pct IS NULL THEN 'COMMISSION_MISSING' END,
    CASE WHEN is_unknown_coverholder AND coverholder_id IS NOT NULL THEN 'COVERHOLDER_UNKNOWN' END,
    CASE WHEN is_defaulted AND original_currency IS NOT NULL THEN 'CURRENCY_DEFAULTED' END,
    CASE WHEN original_currency IS NULL THEN 'CURRENCY_MISSING' END,
    CASE WHEN gross_premium < 0 AND transaction_type IN ('NEW', 'RENEWAL') THEN 'NEGATIVE_NEW' END,
    CASE WHEN original_currency IS NOT NULL AND rate_to_gbp IS NULL THEN 'RATE_MISSING' END,
    CASE WHEN original_currency = 'GBP' AND rate_of_exchange <> 1 THEN 'RATE_ON_GBP' END,
    CASE WHEN is_unknown_section THEN 'SECTION_UNKNOWN' END,
    CASE WHEN transaction_seq IS NULL THEN 'SEQ_MISSING' END,
    CASE WHEN sign IS NULL AND coalesce(transaction_type, '') NOT IN ('MTA', 'CORRECTION')
      THEN 'TYPE_UNKNOWN' END,
    CASE WHEN NOT umr RLIKE '^B[0-9]{4}[A-Z0-9]{1,12}$' THEN 'UMR_FORMAT' END) AS dq_flags
FROM sterling;
