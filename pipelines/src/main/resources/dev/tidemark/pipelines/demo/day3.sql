-- SPDX-License-Identifier: Apache-2.0
-- Tuesday 4 June 2024.

--: Coverholder CH101 goes from UNDER_REVIEW to SUSPENDED, CH202 and CH303 are ACTIVE again.
UPDATE ref.Coverholder SET Status = 'SUSPENDED', ModifiedDate = TIMESTAMP '2024-06-04 10:15:00.000101' WHERE CoverholderId = 'CH101';
UPDATE ref.Coverholder SET Status = 'ACTIVE', ModifiedDate = TIMESTAMP '2024-06-04 10:15:00.000202' WHERE CoverholderId = 'CH202';
UPDATE ref.Coverholder SET Status = 'ACTIVE', ModifiedDate = TIMESTAMP '2024-06-04 10:15:00.000303' WHERE CoverholderId = 'CH303';

--: CH004 sends CH004-0003 again, version 2, at 3450.00 EUR instead of 3200.00.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, RateOfExchange, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (300001, 'B0999CH00424', 'S1', 'CH004-0003', 1, 'NEW BUSINESS', DATE '2024-04-01', 'CH004', DATE '2024-04-02', 'EUR', 3450.00, 17.5000, 310.50, 0.85612000, TIMESTAMP '2024-06-04 11:00:00', 2, TIMESTAMP '2024-06-04 11:08:00.000001');

--: CH005 reports a mid-term adjustment of -220.00 on CH005-0001 in May.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (300002, 'B0999CH00524', 'S1', 'CH005-0001', 2, 'ENDT', DATE '2024-05-01', 'CH005', DATE '2024-05-27', 'GBP', -220.00, 15.0000, -26.40, TIMESTAMP '2024-06-04 11:20:00', 1, TIMESTAMP '2024-06-04 11:31:00.000001');

--: CH003 cancels CH003-0003 in May: 2500.00 come back.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (300003, 'B0999CH00324', 'S1', 'CH003-0003', 2, 'CANC', DATE '2024-05-01', 'CH003', DATE '2024-05-30', 'GBP', -2500.00, 22.5000, -300.00, TIMESTAMP '2024-06-04 17:10:00', 1, TIMESTAMP '2024-06-04 17:45:00.000001');

--: A late row: version 1 of CH005-0004 (1750.00) is committed today, 5 minutes before the premium mark; version 2, here since day 1, stays the latest.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (300004, 'B0999CH00524', 'S1', 'CH005-0004', 1, 'NEW', DATE '2024-04-01', 'CH005', DATE '2024-04-28', 'GBP', 1750.00, 15.0000, 210.00, TIMESTAMP '2024-05-10 08:15:00', 1, TIMESTAMP '2024-06-03 17:25:00.654321');

--: Version 2 of CH005-0002 (3900.00) is flagged deleted, so version 1 (3300.00) counts again.
UPDATE bdx.PremiumTransaction SET IsDeleted = 1, ModifiedDate = TIMESTAMP '2024-06-04 12:00:00.000019' WHERE PremiumTransactionId = 19;

--: Claim CLM-004-1 has its next position, May: 800.00 EUR paid this month, 2000.00 in all, 1500.00 outstanding.
INSERT INTO bdx.ClaimTransaction (ClaimTransactionId, UMR, SectionNo, CertificateRef, ClaimRef, BordereauMonth, LossDate, NotifiedDate, PaymentDate, ClaimStatus, OriginalCurrency,
    PaidThisMonth, PreviouslyPaid, PaidToDate, Outstanding, RecoveriesToDate, RateOfExchange, ClaimantName, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (300001, 'B0999CH00424', 'S1', 'CH004-0001', 'CLM-004-1', DATE '2024-05-01', DATE '2024-03-30', DATE '2024-04-02', DATE '2024-05-21', 'OPEN', 'EUR', 800.00, 1200.00, NULL, 1500.00, 0.00, 0.85230000, 'Boulangerie du Château SARL', TIMESTAMP '2024-06-04 11:00:00', 1, TIMESTAMP '2024-06-04 11:08:02.000001');
