-- SPDX-License-Identifier: Apache-2.0
-- The source tables in PostgreSQL's spelling.
CREATE SCHEMA bdx;
CREATE SCHEMA ref;

CREATE TABLE bdx.risk_transaction (
  risk_transaction_id BIGINT NOT NULL PRIMARY KEY, umr VARCHAR(17) NOT NULL, section_no VARCHAR(10) NOT NULL,
  certificate_ref VARCHAR(50) NOT NULL, transaction_seq INTEGER NULL, transaction_type VARCHAR(30) NOT NULL,
  bordereau_month DATE NOT NULL, risk_inception_date DATE NULL, risk_expiry_date DATE NULL, effective_date DATE NULL,
  risk_code VARCHAR(4) NULL, risk_country CHAR(2) NULL, insured_name VARCHAR(200) NULL,
  sum_insured DECIMAL(18,2) NULL, deductible DECIMAL(18,2) NULL, original_currency CHAR(3) NULL,
  submitted_at TIMESTAMP(6) NULL, bdx_version INTEGER NULL, is_deleted BOOLEAN NOT NULL DEFAULT FALSE, modified_date TIMESTAMP(6) NULL);

CREATE TABLE bdx.premium_transaction (
  premium_transaction_id BIGINT NOT NULL PRIMARY KEY, umr VARCHAR(17) NOT NULL, section_no VARCHAR(10) NOT NULL,
  certificate_ref VARCHAR(50) NOT NULL, transaction_seq INTEGER NULL, transaction_type VARCHAR(30) NOT NULL,
  bordereau_month DATE NOT NULL, coverholder_id VARCHAR(20) NULL, effective_date DATE NULL, original_currency CHAR(3) NULL,
  gross_premium DECIMAL(18,2) NULL, commission_pct DECIMAL(9,4) NULL, tax_amount DECIMAL(18,2) NULL,
  fee_amount DECIMAL(18,2) NULL, net_premium_reported DECIMAL(18,2) NULL, settlement_currency CHAR(3) NULL,
  rate_of_exchange DECIMAL(18,8) NULL, submitted_at TIMESTAMP(6) NULL,
  bdx_version INTEGER NULL, is_deleted BOOLEAN NOT NULL DEFAULT FALSE, modified_date TIMESTAMP(6) NULL);

CREATE TABLE bdx.claim_transaction (
  claim_transaction_id BIGINT NOT NULL PRIMARY KEY, umr VARCHAR(17) NOT NULL, section_no VARCHAR(10) NOT NULL,
  certificate_ref VARCHAR(50) NOT NULL, claim_ref VARCHAR(50) NOT NULL, bordereau_month DATE NOT NULL,
  loss_date DATE NULL, notified_date DATE NULL, payment_date DATE NULL, closed_date DATE NULL, reopened_date DATE NULL,
  claim_status VARCHAR(20) NULL, original_currency CHAR(3) NULL,
  paid_this_month DECIMAL(18,2) NULL, previously_paid DECIMAL(18,2) NULL, paid_to_date DECIMAL(18,2) NULL,
  outstanding DECIMAL(18,2) NULL, recoveries_to_date DECIMAL(18,2) NULL, incurred_reported DECIMAL(18,2) NULL,
  rate_of_exchange DECIMAL(18,8) NULL, claimant_name VARCHAR(200) NULL, submitted_at TIMESTAMP(6) NULL,
  bdx_version INTEGER NULL, is_deleted BOOLEAN NOT NULL DEFAULT FALSE, modified_date TIMESTAMP(6) NULL);

CREATE TABLE ref.contract_section (
  umr VARCHAR(17) NOT NULL, section_no VARCHAR(10) NOT NULL, agreement_no VARCHAR(50) NULL, coverholder_id VARCHAR(20) NOT NULL,
  broker_code CHAR(4) NOT NULL, class_of_business VARCHAR(60) NOT NULL, risk_code VARCHAR(4) NULL, year_of_account SMALLINT NOT NULL,
  period_from DATE NOT NULL, period_to DATE NOT NULL, section_currency CHAR(3) NULL,
  gpi_limit DECIMAL(18,2) NULL, gpi_currency CHAR(3) NULL, gpi_notifiable_pct DECIMAL(5,2) NULL,
  commission_pct_default DECIMAL(9,4) NULL, bordereau_due_days SMALLINT NULL, bordereau_interval VARCHAR(10) NULL,
  modified_date TIMESTAMP(6) NULL, PRIMARY KEY (umr, section_no));

CREATE TABLE ref.coverholder (coverholder_id VARCHAR(20) NOT NULL PRIMARY KEY, coverholder_name VARCHAR(200) NOT NULL,
  coverholder_pin VARCHAR(20) NULL, country_code CHAR(2) NULL, status VARCHAR(20) NULL, modified_date TIMESTAMP(6) NULL);
CREATE TABLE ref.broker (broker_code CHAR(4) NOT NULL PRIMARY KEY, broker_name VARCHAR(200) NOT NULL,
  pseudonym VARCHAR(10) NULL, modified_date TIMESTAMP(6) NULL);
CREATE TABLE ref.business_plan (class_of_business VARCHAR(60) NOT NULL, year_of_account SMALLINT NOT NULL,
  planned_loss_ratio DECIMAL(9,6) NOT NULL, PRIMARY KEY (class_of_business, year_of_account));
CREATE TABLE ref.exchange_rate (rate_month DATE NOT NULL, currency_code CHAR(3) NOT NULL, rate_to_gbp DECIMAL(18,8) NOT NULL,
  PRIMARY KEY (rate_month, currency_code));

CREATE INDEX ON bdx.risk_transaction (modified_date);
CREATE INDEX ON bdx.premium_transaction (modified_date);
CREATE INDEX ON bdx.claim_transaction (modified_date);
CREATE INDEX ON ref.contract_section (modified_date);
CREATE INDEX ON ref.coverholder (modified_date);
CREATE INDEX ON ref.broker (modified_date);
