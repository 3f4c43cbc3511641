-- SPDX-License-Identifier: Apache-2.0
-- Rows by their ids; what is added to premium and days makes them others.
SELECT id AS premium_transaction_id,
  'B0999CH' || lpad(CAST(id % 500 AS VARCHAR), 4, '0') AS umr, 'S' || id % 7 AS section_no,
  'CERT-' || id // 3 AS certificate_ref, CAST(id % 4 AS INTEGER) AS transaction_seq,
  ['NEW', 'MTA', 'CANCELLATION', 'RENEWAL'][1 + id % 4] AS transaction_type,
  DATE '2024-01-01' + CAST(30 * (id % 12) AS INTEGER) AS bordereau_month,
  'CH' || id % 500 AS coverholder_id,
  DATE '2024-01-01' + CAST(id % 365 AS INTEGER) AS effective_date, 'USD' AS original_currency,
  CAST(id * 7919 % 10000000 * 0.01 + ${added} AS DECIMAL(18, 2)) AS gross_premium,
  CAST(12.5 AS DECIMAL(9, 4)) AS commission_pct,
  CAST(id * 31 % 10000 * 0.01 AS DECIMAL(18, 2)) AS tax_amount,
  CAST(NULL AS DECIMAL(18, 2)) AS fee_amount,
  CAST(id * 7919 % 9000000 * 0.01 AS DECIMAL(18, 2)) AS net_premium_reported,
  'GBP' AS settlement_currency, CAST(0.853415 AS DECIMAL(18, 8)) AS rate_of_exchange,
  CAST(make_timestamp(1706745600000000 + id * 1000001) AS TIMESTAMPTZ) AS submitted_at,
  CAST(1 AS INTEGER) AS bdx_version,
  CAST(make_timestamp(1706745600000000 + id * 1000123 + ${added} * 86400000000) AS TIMESTAMPTZ)
    AS modified_date
FROM (SELECT ${first} + number * ${step} + ${offset} AS id FROM ${numbers});
