-- SPDX-License-Identifier: Apache-2.0
-- The versions of keys by windows of DuckDB.
COPY (
  SELECT coverholder_id, coverholder_name, country_code, status, premium_limit, valid_from,
    lead(valid_from) OVER k AS valid_to, lead(valid_from) OVER k IS NULL AS is_current,
    false AS is_deleted
  FROM (
    SELECT *, modified_date AS valid_from
    FROM read_parquet('${changes}/*.parquet')
    WINDOW k AS (PARTITION BY coverholder_id ORDER BY modified_date)
    QUALIFY row_number() OVER k = 1
      OR lag(coverholder_name) OVER k IS DISTINCT FROM coverholder_name
      OR lag(country_code) OVER k IS DISTINCT FROM country_code
      OR lag(status) OVER k IS DISTINCT FROM status
      OR lag(premium_limit) OVER k IS DISTINCT FROM premium_limit)
  WINDOW k AS (PARTITION BY coverholder_id ORDER BY valid_from)
) TO '${output}/history' (FORMAT parquet, PER_THREAD_OUTPUT true);
