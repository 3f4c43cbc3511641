-- SPDX-License-Identifier: Apache-2.0
-- The source of the demo: the tables of a delegated-authority platform, in SQL Server's spelling.
CREATE SCHEMA bdx;
CREATE SCHEMA ref;
CREATE SCHEMA demo;

CREATE TABLE bdx.RiskTransaction (
  RiskTransactionId BIGINT NOT NULL PRIMARY KEY, UMR VARCHAR(17) NOT NULL, SectionNo VARCHAR(10) NOT NULL,
  CertificateRef VARCHAR(50) NOT NULL, TransactionSeq INT NULL, TransactionType VARCHAR(30) NOT NULL,
  BordereauMonth DATE NOT NULL, RiskInceptionDate DATE NULL, RiskExpiryDate DATE NULL, EffectiveDate DATE NULL,
  RiskCode VARCHAR(4) NULL, RiskCountry CHAR(2) NULL, InsuredName NVARCHAR(200) NULL /* personal data */,
  SumInsured DECIMAL(18,2) NULL, Deductible DECIMAL(18,2) NULL, OriginalCurrency CHAR(3) NULL,
  SubmittedAt DATETIME2(6) NULL, BdxVersion INT NULL, IsDeleted BIT NOT NULL DEFAULT 0, ModifiedDate DATETIME2(6) NULL);

CREATE TABLE bdx.PremiumTransaction (
  PremiumTransactionId BIGINT NOT NULL PRIMARY KEY, UMR VARCHAR(17) NOT NULL, SectionNo VARCHAR(10) NOT NULL,
  CertificateRef VARCHAR(50) NOT NULL, TransactionSeq INT NULL, TransactionType VARCHAR(30) NOT NULL,
  BordereauMonth DATE NOT NULL, CoverholderId VARCHAR(20) NULL, EffectiveDate DATE NULL, OriginalCurrency CHAR(3) NULL,
  GrossPremium DECIMAL(18,2) NULL /* as sent, any sign */, CommissionPct DECIMAL(9,4) NULL, TaxAmount DECIMAL(18,2) NULL,
  FeeAmount DECIMAL(18,2) NULL, NetPremiumReported DECIMAL(18,2) NULL, SettlementCurrency CHAR(3) NULL,
  RateOfExchange DECIMAL(18,8) NULL /* original -> settlement, multiply */, SubmittedAt DATETIME2(6) NULL,
  BdxVersion INT NULL, IsDeleted BIT NOT NULL DEFAULT 0, ModifiedDate DATETIME2(6) NULL);

CREATE TABLE bdx.ClaimTransaction (
  ClaimTransactionId BIGINT NOT NULL PRIMARY KEY, UMR VARCHAR(17) NOT NULL, SectionNo VARCHAR(10) NOT NULL,
  CertificateRef VARCHAR(50) NOT NULL, ClaimRef VARCHAR(50) NOT NULL, BordereauMonth DATE NOT NULL /* position month */,
  LossDate DATE NULL, NotifiedDate DATE NULL, PaymentDate DATE NULL, ClosedDate DATE NULL, ReopenedDate DATE NULL,
  ClaimStatus VARCHAR(20) NULL /* OPEN, CLOSED, REOPENED, DENIED, WITHDRAWN */, OriginalCurrency CHAR(3) NULL,
  PaidThisMonth DECIMAL(18,2) NULL, PreviouslyPaid DECIMAL(18,2) NULL, PaidToDate DECIMAL(18,2) NULL,
  Outstanding DECIMAL(18,2) NULL, RecoveriesToDate DECIMAL(18,2) NULL, IncurredReported DECIMAL(18,2) NULL,
  RateOfExchange DECIMAL(18,8) NULL, ClaimantName NVARCHAR(200) NULL /* personal data */, SubmittedAt DATETIME2(6) NULL,
  BdxVersion INT NULL, IsDeleted BIT NOT NULL DEFAULT 0, ModifiedDate DATETIME2(6) NULL);

CREATE TABLE ref.ContractSection (
  UMR VARCHAR(17) NOT NULL, SectionNo VARCHAR(10) NOT NULL, AgreementNo VARCHAR(50) NULL, CoverholderId VARCHAR(20) NOT NULL,
  BrokerCode CHAR(4) NOT NULL, ClassOfBusiness VARCHAR(60) NOT NULL, RiskCode VARCHAR(4) NULL, YearOfAccount SMALLINT NOT NULL,
  PeriodFrom DATE NOT NULL, PeriodTo DATE NOT NULL /* both inclusive */, SectionCurrency CHAR(3) NULL,
  GpiLimit DECIMAL(18,2) NULL, GpiCurrency CHAR(3) NULL, GpiNotifiablePct DECIMAL(5,2) NULL,
  CommissionPctDefault DECIMAL(9,4) NULL, BordereauDueDays SMALLINT NULL, BordereauInterval VARCHAR(10) NULL /* MONTHLY, QUARTERLY */,
  ModifiedDate DATETIME2(6) NULL, PRIMARY KEY (UMR, SectionNo));

CREATE TABLE ref.Coverholder (CoverholderId VARCHAR(20) NOT NULL PRIMARY KEY, CoverholderName NVARCHAR(200) NOT NULL,
  CoverholderPin VARCHAR(20) NULL, CountryCode CHAR(2) NULL, Status VARCHAR(20) NULL, ModifiedDate DATETIME2(6) NULL);
CREATE TABLE ref.Broker (BrokerCode CHAR(4) NOT NULL PRIMARY KEY, BrokerName NVARCHAR(200) NOT NULL,
  Pseudonym VARCHAR(10) NULL, ModifiedDate DATETIME2(6) NULL);
-- planning inputs kept by the underwriting team, loaded whole
CREATE TABLE ref.BusinessPlan (ClassOfBusiness VARCHAR(60) NOT NULL, YearOfAccount SMALLINT NOT NULL,
  PlannedLossRatio DECIMAL(9,6) NOT NULL, PRIMARY KEY (ClassOfBusiness, YearOfAccount));
CREATE TABLE ref.ExchangeRate (RateMonth DATE NOT NULL, CurrencyCode CHAR(3) NOT NULL, RateToGbp DECIMAL(18,8) NOT NULL,
  PRIMARY KEY (RateMonth, CurrencyCode));

CREATE INDEX ix_RiskTransaction_ModifiedDate ON bdx.RiskTransaction (ModifiedDate);
CREATE INDEX ix_PremiumTransaction_ModifiedDate ON bdx.PremiumTransaction (ModifiedDate);
CREATE INDEX ix_ClaimTransaction_ModifiedDate ON bdx.ClaimTransaction (ModifiedDate);
CREATE INDEX ix_ContractSection_ModifiedDate ON ref.ContractSection (ModifiedDate);
CREATE INDEX ix_Coverholder_ModifiedDate ON ref.Coverholder (ModifiedDate);
CREATE INDEX ix_Broker_ModifiedDate ON ref.Broker (ModifiedDate);

-- which days of the demo were applied; not a table of the platform
CREATE TABLE demo.applied_day (day_number INT NOT NULL PRIMARY KEY);
