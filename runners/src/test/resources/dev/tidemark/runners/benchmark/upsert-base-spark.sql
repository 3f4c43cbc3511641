-- SPDX-License-Identifier: Apache-2.0
CREATE TABLE delta.`${table}` USING delta AS SELECT * FROM parquet.`${rows}/table`;
