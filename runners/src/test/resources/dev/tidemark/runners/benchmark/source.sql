-- SPDX-License-Identifier: Apache-2.0
-- The source of the benchmarks, on top of the empty source tables: every value is a function of a row's number.
CREATE FUNCTION draw(number BIGINT, seed INT, below BIGINT) RETURNS BIGINT LANGUAGE SQL IMMUTABLE PARALLEL SAFE AS $$
  SELECT (hashint8extended(number, seed) & 9223372036854775807) % below
$$;

CREATE FUNCTION umr(coverholder BIGINT, agreement BIGINT) RETURNS TEXT LANGUAGE SQL IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'B0999CH' || lpad(coverholder::TEXT, 5, '0') || lpad(agreement::TEXT, 2, '0')
$$;

-- Reference data of a number of coverholders: three agreements of four sections each, but for the big one.
CREATE FUNCTION add_reference(coverholders INT, big_agreements INT) RETURNS VOID LANGUAGE SQL AS $$
  INSERT INTO ref.coverholder
  SELECT 'CH' || c, 'Coverholder ' || c, NULL, (ARRAY['GB', 'US', 'DE', 'CA'])[1 + c % 4], 'APPROVED', '2024-01-01'
  FROM generate_series(0, coverholders - 1) c;
  INSERT INTO ref.broker
  SELECT 'BR' || lpad(b::TEXT, 2, '0'), 'Broker ' || b, NULL, '2024-01-01' FROM generate_series(0, 59) b;
  INSERT INTO ref.contract_section
  SELECT umr(c, a), 'S' || s, 'AGREEMENT ' || a, 'CH' || c, 'BR' || lpad((c % 60)::TEXT, 2, '0'), 'CLASS ' || (c + s) % 8, NULL,
    2023 + a % 3, make_date(2023 + a % 3, 1, 1), make_date(2023 + a % 3, 12, 31), 'GBP', 250000000, 'GBP', 80, 22.5, 30, 'MONTHLY', '2024-01-01'
  FROM generate_series(0, coverholders - 1) c,
    LATERAL generate_series(0, CASE c WHEN 0 THEN big_agreements ELSE 3 END - 1) a, generate_series(1, 4) s;
  INSERT INTO ref.business_plan
  SELECT 'CLASS ' || c, y, 0.6 FROM generate_series(0, 7) c, generate_series(2023, 2025) y;
  INSERT INTO ref.exchange_rate
  SELECT m::DATE, r.currency, r.rate FROM generate_series('2022-12-01'::DATE, '2026-12-01'::DATE, '1 month') m,
    (VALUES ('USD', 0.79), ('EUR', 0.85), ('CAD', 0.58), ('AUD', 0.52)) r (currency, rate);
$$;

-- Rows of premium: two of five are the big coverholder's, every fifth sends an earlier one again, the months go on.
CREATE FUNCTION premium(first BIGINT, last BIGINT, months_end BIGINT, coverholders INT, big_agreements INT)
RETURNS SETOF bdx.premium_transaction LANGUAGE SQL STABLE PARALLEL SAFE AS $$
  SELECT i, umr(c, draw(k, 4, CASE c WHEN 0 THEN big_agreements ELSE 3 END)), 'S' || 1 + draw(k, 5, 4), 'CERT-' || lpad((k / 2)::TEXT, 9, '0'),
    (k % 2)::INT, (ARRAY['NEW', 'NEW', 'NEW', 'NEW', 'NEW', 'RENEWAL', 'MTA', 'MTA', 'CANCELLATION', 'CANCELLATION'])[1 + draw(k, 6, 10)],
    m, 'CH' || c, m + draw(k, 7, 28)::INT, (ARRAY['GBP', 'GBP', 'GBP', 'USD', 'EUR', 'CAD', 'AUD'])[1 + draw(k, 8, 7)],
    (100000 + draw(i, 9, 2000000)) / 100.0, CASE draw(k, 10, 10) WHEN 0 THEN NULL ELSE (100000 + draw(k, 11, 250000)) / 10000.0 END,
    CASE draw(k, 12, 4) WHEN 0 THEN NULL ELSE draw(i, 13, 100000) / 100.0 END, NULL::NUMERIC, NULL::NUMERIC, NULL::TEXT, NULL::NUMERIC,
    m + interval '1 month' + draw(k, 14, 20 * 86400) * interval '1 second' + (i - k) * interval '0.1 second', CASE WHEN i = k THEN 1 ELSE 2 END,
    FALSE, timestamp '2026-02-01' + i * interval '0.05 second'
  FROM (
    SELECT i, k, CASE WHEN draw(k, 1, 100) < 40 THEN 0 ELSE 1 + draw(k, 2, coverholders - 1) END AS c,
      ('2023-01-01'::DATE + make_interval(months => least(35, k * 36 / months_end)::INT))::DATE AS m
    FROM (
      SELECT i, CASE WHEN i % 5 = 0 THEN i - 1 - 5 * draw(i, 3, least(i / 5, 100000)) ELSE i END AS k
      FROM generate_series(first, last) i) keys) rows
$$;

-- The same rows, those of the big coverholder all in one section.
CREATE FUNCTION premium_of_one_section(first BIGINT, last BIGINT, months_end BIGINT, coverholders INT, big_agreements INT)
RETURNS SETOF bdx.premium_transaction LANGUAGE SQL STABLE PARALLEL SAFE AS $$
  SELECT premium_transaction_id, CASE coverholder_id WHEN 'CH0' THEN umr(0, 0) ELSE umr END,
    CASE coverholder_id WHEN 'CH0' THEN 'S1' ELSE section_no END, certificate_ref, transaction_seq, transaction_type,
    bordereau_month, coverholder_id, effective_date, original_currency, gross_premium, commission_pct, tax_amount,
    fee_amount, net_premium_reported, settlement_currency, rate_of_exchange, submitted_at, bdx_version, is_deleted, modified_date
  FROM premium(first, last, months_end, coverholders, big_agreements)
$$;
