-- SPDX-License-Identifier: Apache-2.0
-- Monday 3 June 2024. A line that starts with "--:" is shown to the reader of the demo.

--: Coverholders CH101 and CH202 go from ACTIVE to UNDER_REVIEW and CH303 from ACTIVE to SUSPENDED.
UPDATE ref.Coverholder SET Status = 'UNDER_REVIEW', ModifiedDate = TIMESTAMP '2024-06-03 10:15:00.000101' WHERE CoverholderId = 'CH101';
UPDATE ref.Coverholder SET Status = 'UNDER_REVIEW', ModifiedDate = TIMESTAMP '2024-06-03 10:15:00.000202' WHERE CoverholderId = 'CH202';
UPDATE ref.Coverholder SET Status = 'SUSPENDED', ModifiedDate = TIMESTAMP '2024-06-03 10:15:00.000303' WHERE CoverholderId = 'CH303';

--: CH003 sends two certificates of April again, version 2: CH003-0001 at 1100.00 instead of 1000.00 and CH003-0003 with its commission of 22.5 %.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (200001, 'B0999CH00324', 'S1', 'CH003-0001', 1, 'NB', DATE '2024-04-01', 'CH003', DATE '2024-04-03', 'GBP', 1100.00, 22.5000, 132.00, TIMESTAMP '2024-06-03 09:30:00', 2, TIMESTAMP '2024-06-03 09:36:00.000001'),
  (200002, 'B0999CH00324', 'S1', 'CH003-0003', 1, 'REN', DATE '2024-04-01', 'CH003', DATE '2024-04-21', 'GBP', 2500.00, 22.5000, 300.00, TIMESTAMP '2024-06-03 09:30:00', 2, TIMESTAMP '2024-06-03 09:36:00.000002');

--: CH003 reports a mid-term adjustment of 150.00 on CH003-0002 in May, in the premium and in the risk bordereau.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (200003, 'B0999CH00324', 'S1', 'CH003-0002', 2, 'MTA', DATE '2024-05-01', 'CH003', DATE '2024-05-20', 'GBP', 150.00, 22.5000, 18.00, TIMESTAMP '2024-06-03 09:30:00', 1, TIMESTAMP '2024-06-03 09:36:00.000003');
INSERT INTO bdx.RiskTransaction (RiskTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, RiskInceptionDate, RiskExpiryDate,
    EffectiveDate, RiskCode, RiskCountry, InsuredName, SumInsured, Deductible, OriginalCurrency, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (200001, 'B0999CH00324', 'S1', 'CH003-0002', 2, 'MTA', DATE '2024-05-01', DATE '2024-04-09', DATE '2025-04-08', DATE '2024-05-20', 'B2', 'GB', 'Zoë Ångström', 450000.00, 250.00, 'GBP', TIMESTAMP '2024-06-03 09:30:00', 1, TIMESTAMP '2024-06-03 09:36:01.000001');

--: CH004 cancels CH004-0002 in May: the 6000.00 EUR come back.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (200004, 'B0999CH00424', 'S1', 'CH004-0002', 2, 'CANX', DATE '2024-05-01', 'CH004', DATE '2024-05-31', 'EUR', 6000.00, 17.5000, 540.00, TIMESTAMP '2024-06-03 17:05:00', 1, TIMESTAMP '2024-06-03 17:30:00.654321');

--: A late row: the new certificate CH005-0006 (960.00) is committed today under yesterday's modified date, 7 minutes before the premium mark.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (200005, 'B0999CH00524', 'S1', 'CH005-0006', 1, 'NEW', DATE '2024-05-01', 'CH005', DATE '2024-05-14', 'GBP', 960.00, 15.0000, 115.20, TIMESTAMP '2024-06-02 17:20:00', 1, TIMESTAMP '2024-06-02 17:53:00.123457');

--: Claim CLM-003-1 has its next position, May: 400.00 paid this month, 500.00 in all, 500.00 outstanding.
INSERT INTO bdx.ClaimTransaction (ClaimTransactionId, UMR, SectionNo, CertificateRef, ClaimRef, BordereauMonth, LossDate, NotifiedDate, PaymentDate, ClaimStatus, OriginalCurrency,
    PaidThisMonth, PreviouslyPaid, PaidToDate, Outstanding, RecoveriesToDate, ClaimantName, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (200001, 'B0999CH00324', 'S1', 'CH003-0001', 'CLM-003-1', DATE '2024-05-01', DATE '2024-04-19', DATE '2024-04-22', DATE '2024-05-24', 'OPEN', 'GBP', 400.00, 100.00, 500.00, 500.00, NULL, 'Amelia Thornbury', TIMESTAMP '2024-06-03 09:30:00', 1, TIMESTAMP '2024-06-03 09:36:02.000001');
