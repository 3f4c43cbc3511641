-- The user that reads a SQL Server or Azure SQL source. It sees the tables that are loaded and nothing else; of a subset of them leave the others out.
-- The login is made before, on the server or as an identity of Entra ID. Run this in the source database.
CREATE USER tidemark_reader FOR LOGIN tidemark_reader;

GRANT SELECT ON bdx.PremiumTransaction TO tidemark_reader;
GRANT SELECT ON bdx.RiskTransaction TO tidemark_reader;
GRANT SELECT ON bdx.ClaimTransaction TO tidemark_reader;
GRANT SELECT ON ref.ContractSection TO tidemark_reader;
GRANT SELECT ON ref.Coverholder TO tidemark_reader;
GRANT SELECT ON ref.Broker TO tidemark_reader;
GRANT SELECT ON ref.BusinessPlan TO tidemark_reader;
GRANT SELECT ON ref.ExchangeRate TO tidemark_reader;

-- So that reading neither waits for writers nor meets a row twice; Azure SQL has it on. Needs a moment without other connections.
-- ALTER DATABASE CURRENT SET READ_COMMITTED_SNAPSHOT ON;
