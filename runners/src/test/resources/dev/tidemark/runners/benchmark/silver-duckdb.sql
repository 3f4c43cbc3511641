-- SPDX-License-Identifier: Apache-2.0
-- Landed premium to silver and facts, as DuckDB would have it.
COPY (
  SELECT premium_transaction_id, upper(trim(umr)) AS umr, upper(trim(section_no)) AS section_no,
    trim(certificate_ref) AS certificate_ref, transaction_seq,
    upper(trim(transaction_type)) AS transaction_type,
    CAST(date_trunc('month', bordereau_month) AS DATE) AS bordereau_month,
    nullif(trim(coverholder_id), '') AS coverholder_id, effective_date,
    nullif(trim(original_currency), '') AS original_currency, gross_premium, commission_pct,
    tax_amount, fee_amount, net_premium_reported,
    nullif(trim(settlement_currency), '') AS settlement_currency, rate_of_exchange, submitted_at,
    bdx_version, is_deleted, modified_date
  FROM read_parquet('${PremiumTransaction}/*.parquet')
  WHERE trim(umr) <> '' AND trim(section_no) <> '' AND trim(certificate_ref) <> ''
    AND bordereau_month IS NOT NULL
    AND (gross_premium IS NOT NULL OR upper(trim(transaction_type)) = 'NIL')
  QUALIFY row_number() OVER (
    PARTITION BY premium_transaction_id ORDER BY modified_date DESC NULLS LAST) = 1
) TO '${output}/silver/premium_transaction' (FORMAT parquet, PER_THREAD_OUTPUT true);

CREATE TABLE section AS
SELECT * FROM read_parquet('${ContractSection}/*.parquet')
QUALIFY row_number() OVER (PARTITION BY umr, section_no ORDER BY modified_date DESC) = 1;

CREATE TABLE rate AS
SELECT rate_month, currency_code, rate_to_gbp FROM read_parquet('${ExchangeRate}/*.parquet')
WHERE rate_to_gbp > 0;

CREATE TABLE coverholder AS
SELECT DISTINCT coverholder_id FROM read_parquet('${Coverholder}/*.parquet');

CREATE TABLE broker AS
SELECT DISTINCT broker_code FROM read_parquet('${Broker}/*.parquet');

COPY (
  WITH latest AS (
    SELECT *, count(*) OVER natural_key AS version_count
    FROM read_parquet('${output}/silver/premium_transaction/*.parquet')
    WHERE NOT is_deleted
    WINDOW natural_key AS (PARTITION BY umr, section_no, certificate_ref, transaction_seq,
      CASE WHEN transaction_seq IS NULL THEN transaction_type END,
      CASE WHEN transaction_seq IS NULL THEN bordereau_month END)
    QUALIFY row_number() OVER (natural_key ORDER BY submitted_at DESC NULLS LAST,
      coalesce(bdx_version, 0) DESC, modified_date DESC NULLS LAST,
      premium_transaction_id DESC) = 1
  ),
  known AS (
    SELECT l.* REPLACE (CASE transaction_type
        WHEN 'NB' THEN 'NEW' WHEN 'N' THEN 'NEW' WHEN 'NEW BUSINESS' THEN 'NEW' WHEN 'OP' THEN 'NEW'
        WHEN 'REN' THEN 'RENEWAL' WHEN 'RN' THEN 'RENEWAL' WHEN 'R' THEN 'RENEWAL'
        WHEN 'AP' THEN 'ADDITIONAL_PREMIUM' WHEN 'REINST' THEN 'REINSTATEMENT'
        WHEN 'CANC' THEN 'CANCELLATION' WHEN 'CANX' THEN 'CANCELLATION'
        WHEN 'CXL' THEN 'CANCELLATION' WHEN 'CAN' THEN 'CANCELLATION' WHEN 'NTU' THEN 'VOID'
        WHEN 'RP' THEN 'RETURN_PREMIUM' WHEN 'REFUND' THEN 'RETURN_PREMIUM'
        WHEN 'ENDORSEMENT' THEN 'MTA' WHEN 'END' THEN 'MTA' WHEN 'ENDT' THEN 'MTA'
        WHEN 'ADJUSTMENT' THEN 'MTA' WHEN 'AMENDMENT' THEN 'MTA'
        WHEN 'CORR' THEN 'CORRECTION' WHEN 'DECLARATION' THEN 'CORRECTION'
        ELSE transaction_type END AS transaction_type,
        coalesce(l.original_currency, s.section_currency) AS original_currency,
        coalesce(s.coverholder_id, l.coverholder_id) AS coverholder_id),
      l.original_currency IS NULL AS is_defaulted, s.umr IS NULL AS is_unknown_section,
      s.year_of_account
    FROM latest l
    LEFT JOIN section s ON s.umr = l.umr AND s.section_no = l.section_no
  ),
  rated AS (
    SELECT k.*, h.coverholder_id IS NULL AS is_unknown_coverholder,
      b.broker_code IS NULL AS is_unknown_broker,
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
    LEFT JOIN rate r
      ON r.currency_code = k.original_currency AND r.rate_month = k.bordereau_month
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
    CAST(strftime(bordereau_month, '%Y%m%d') AS INTEGER) AS bordereau_month_date_key,
    coalesce(CAST(strftime(effective_date, '%Y%m%d') AS INTEGER), 0) AS effective_date_key,
    umr, section_no, certificate_ref, transaction_seq, transaction_type,
    CASE WHEN transaction_type IN ('NEW', 'RENEWAL') THEN 'OP'
      WHEN gross_premium_signed < 0 THEN 'RP' ELSE 'AP' END AS london_premium_type,
    bordereau_month, effective_date, original_currency, rate_to_gbp, gross_premium_signed,
    commission_pct, commission_amount,
    CAST(gross_premium_signed - commission_amount AS DECIMAL(18, 2)) AS net_premium,
    tax_signed AS tax_amount, fee_signed AS fee_amount, gross_premium_gbp, commission_gbp,
    CAST(gross_premium_gbp - commission_gbp AS DECIMAL(18, 2)) AS net_premium_gbp,
    CAST(year_of_account AS INTEGER) AS year_of_account, submitted_at, bdx_version, modified_date,
    CAST(version_count AS INTEGER) AS version_count,
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
      CASE WHEN NOT regexp_matches(umr, '^B\d{4}[A-Z0-9]{1,12}$') THEN 'UMR_FORMAT' END) AS dq_flags
  FROM sterling
) TO '${output}/gold/fact_premium_transaction' (FORMAT parquet, PER_THREAD_OUTPUT true);
