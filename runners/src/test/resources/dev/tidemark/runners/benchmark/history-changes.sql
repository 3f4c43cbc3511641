-- SPDX-License-Identifier: Apache-2.0
-- Two changes a key, far apart in the files' order; every second key's second one changes nothing.
SELECT 'CH' || k AS coverholder_id, 'Coverholder ' || k AS coverholder_name,
  ['GB', 'US', 'DE'][1 + k % 3] AS country_code,
  CASE WHEN k % 2 = 0 AND number % 2 = 1 THEN 'SUSPENDED' ELSE 'ACTIVE' END AS status,
  CAST(k % 1000 * 10000 AS DECIMAL(18, 2)) AS premium_limit,
  CAST(make_timestamp(1706745600000000 + number * 1000001) AS TIMESTAMPTZ) AS modified_date
FROM (SELECT number, number // 2 AS k FROM ${numbers})
ORDER BY hash(number);
