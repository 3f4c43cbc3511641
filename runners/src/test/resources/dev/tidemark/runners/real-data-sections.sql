-- SPDX-License-Identifier: Apache-2.0
-- One contract section for each (umr, section_no) seen in premium and claims. The UMR ends in the two digits of its year of
-- account; claims name no broker, so theirs is the one in characters 2 to 5 of the UMR.
INSERT INTO ref.contract_section (umr, section_no, coverholder_id, broker_code, class_of_business, year_of_account,
  period_from, period_to, section_currency, modified_date)
SELECT umr, section_no, min(coverholder_id), coalesce(min(broker_code), substr(umr, 2, 4)),
  CASE section_no
    WHEN 'S1' THEN 'Motor third party'
    WHEN 'S2' THEN 'Motor own damage'
    WHEN 'S3' THEN 'Motor fire and theft'
    WHEN 'S4' THEN 'Motor accident and legal' END,
  2000 + right(umr, 2)::smallint, make_date(2000 + right(umr, 2)::int, 1, 1), make_date(2000 + right(umr, 2)::int, 12, 31),
  'EUR', TIMESTAMP '2003-01-01 00:00:00'
FROM (
  SELECT umr, section_no, coverholder_id, broker_code FROM arrived_premium_transaction
  UNION ALL
  SELECT umr, section_no, coverholder_id, NULL FROM arrived_claim_transaction) AS seen
GROUP BY umr, section_no;
