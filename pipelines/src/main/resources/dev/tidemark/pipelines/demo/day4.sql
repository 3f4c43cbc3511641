-- SPDX-License-Identifier: Apache-2.0
-- Wednesday 5 June 2024.

--: Coverholder CH101 goes from SUSPENDED to RUN_OFF, CH202 from ACTIVE to SUSPENDED and CH303 from ACTIVE to UNDER_REVIEW.
UPDATE ref.Coverholder SET Status = 'RUN_OFF', ModifiedDate = TIMESTAMP '2024-06-05 10:15:00.000101' WHERE CoverholderId = 'CH101';
UPDATE ref.Coverholder SET Status = 'SUSPENDED', ModifiedDate = TIMESTAMP '2024-06-05 10:15:00.000202' WHERE CoverholderId = 'CH202';
UPDATE ref.Coverholder SET Status = 'UNDER_REVIEW', ModifiedDate = TIMESTAMP '2024-06-05 10:15:00.000303' WHERE CoverholderId = 'CH303';

--: CH003 sends CH003-0001 a third time, version 3, at 1080.00 instead of 1100.00.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (400001, 'B0999CH00324', 'S1', 'CH003-0001', 1, 'NB', DATE '2024-04-01', 'CH003', DATE '2024-04-03', 'GBP', 1080.00, 22.5000, 129.60, TIMESTAMP '2024-06-05 09:30:00', 3, TIMESTAMP '2024-06-05 09:33:00.000001');

--: CH004 reports a mid-term adjustment of 375.50 EUR on CH004-0001 in May.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (400002, 'B0999CH00424', 'S1', 'CH004-0001', 2, 'ADJUSTMENT', DATE '2024-05-01', 'CH004', DATE '2024-05-12', 'EUR', 375.50, 17.5000, 33.80, TIMESTAMP '2024-06-05 09:45:00', 1, TIMESTAMP '2024-06-05 09:52:00.000001');

--: CH005 cancels CH005-0005 in May: 2400.00 come back.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (400003, 'B0999CH00524', 'S1', 'CH005-0005', 2, 'CANCELLATION', DATE '2024-05-01', 'CH005', DATE '2024-05-29', 'GBP', 2400.00, 15.0000, 288.00, TIMESTAMP '2024-06-05 17:15:00', 1, TIMESTAMP '2024-06-05 17:40:00.999999');

--: A late row: the new certificate CH003-0004 (725.25) is committed today under yesterday's modified date, 3 minutes before the premium mark.
INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef, TransactionSeq, TransactionType, BordereauMonth, CoverholderId, EffectiveDate,
    OriginalCurrency, GrossPremium, CommissionPct, TaxAmount, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (400004, 'B0999CH00324', 'S1', 'CH003-0004', 1, 'NB', DATE '2024-05-01', 'CH003', DATE '2024-05-18', 'GBP', 725.25, 22.5000, 87.03, TIMESTAMP '2024-06-04 17:10:00', 1, TIMESTAMP '2024-06-04 17:42:00.000001');

--: The row of CH005-0003 that had no amount is mended: 640.00; it leaves quarantine.
UPDATE bdx.PremiumTransaction SET GrossPremium = 640.00, TaxAmount = 76.80, ModifiedDate = TIMESTAMP '2024-06-05 13:00:00.000020' WHERE PremiumTransactionId = 20;

--: Claim CLM-003-1 has its next position, June: closed, 650.00 paid in all, nothing outstanding.
INSERT INTO bdx.ClaimTransaction (ClaimTransactionId, UMR, SectionNo, CertificateRef, ClaimRef, BordereauMonth, LossDate, NotifiedDate, PaymentDate, ClosedDate, ClaimStatus,
    OriginalCurrency, PaidThisMonth, PreviouslyPaid, PaidToDate, Outstanding, RecoveriesToDate, ClaimantName, SubmittedAt, BdxVersion, ModifiedDate) VALUES
  (400001, 'B0999CH00324', 'S1', 'CH003-0001', 'CLM-003-1', DATE '2024-06-01', DATE '2024-04-19', DATE '2024-04-22', DATE '2024-06-05', DATE '2024-06-05', 'CLOSED', 'GBP', 150.00, 500.00, 650.00, 0.00, NULL, 'Amelia Thornbury', TIMESTAMP '2024-06-05 09:30:00', 1, TIMESTAMP '2024-06-05 09:33:02.000001');
