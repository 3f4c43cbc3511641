-- SPDX-License-Identifier: Apache-2.0
-- delta-spark's own upsert.
CREATE OR REPLACE TEMPORARY VIEW changes AS
SELECT * FROM parquet.`${rows}/changes` UNION ALL SELECT * FROM parquet.`${rows}/new`;

MERGE INTO delta.`${table}` t USING changes s
ON t.premium_transaction_id = s.premium_transaction_id
WHEN MATCHED THEN UPDATE SET *
WHEN NOT MATCHED THEN INSERT *;
