-- SPDX-License-Identifier: Apache-2.0
-- DuckDB writes no Delta table: it writes all rows anew, those that changed in place of what they were.
CREATE TABLE changes AS
FROM read_parquet(['${rows}/changes/*.parquet', '${rows}/new/*.parquet']);

COPY (
  SELECT * FROM read_parquet('${rows}/table/*.parquet') t ANTI JOIN changes USING (premium_transaction_id)
  UNION ALL
  SELECT * FROM changes
) TO '${table}' (FORMAT parquet, PER_THREAD_OUTPUT true);
