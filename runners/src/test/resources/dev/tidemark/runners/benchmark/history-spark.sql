-- SPDX-License-Identifier: Apache-2.0
-- The versions of keys by windows of Spark SQL.
CREATE OR REPLACE TEMPORARY VIEW changes AS SELECT * FROM parquet.`${changes}`;

INSERT OVERWRITE DIRECTORY '${output}/history' USING parquet
SELECT coverholder_id, coverholder_name, country_code, status, premium_limit, valid_from,
  lead(valid_from) OVER k AS valid_to, lead(valid_from) OVER k IS NULL AS is_current,
  false AS is_deleted
FROM (
  SELECT *, modified_date AS valid_from, row_number() OVER k AS number,
    lag(struct(coverholder_name, country_code, status, premium_limit)) OVER k AS before
  FROM changes WINDOW k AS (PARTITION BY coverholder_id ORDER BY modified_date))
WHERE number = 1
  OR NOT before <=> struct(coverholder_name, country_code, status, premium_limit)
WINDOW k AS (PARTITION BY coverholder_id ORDER BY valid_from);
