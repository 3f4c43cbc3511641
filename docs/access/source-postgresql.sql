-- The user that reads a PostgreSQL source. It sees the tables that are loaded and nothing else; of a subset of them leave the others out.
-- Give it a password or another way to log in; no script holds one.
CREATE ROLE tidemark_reader LOGIN;

-- whatever it runs, it writes nothing
ALTER ROLE tidemark_reader SET default_transaction_read_only = on;

GRANT USAGE ON SCHEMA bdx, ref TO tidemark_reader;

GRANT SELECT ON bdx."PremiumTransaction" TO tidemark_reader;
GRANT SELECT ON bdx."RiskTransaction" TO tidemark_reader;
GRANT SELECT ON bdx."ClaimTransaction" TO tidemark_reader;
GRANT SELECT ON ref."ContractSection" TO tidemark_reader;
GRANT SELECT ON ref."Coverholder" TO tidemark_reader;
GRANT SELECT ON ref."Broker" TO tidemark_reader;
GRANT SELECT ON ref."BusinessPlan" TO tidemark_reader;
GRANT SELECT ON ref."ExchangeRate" TO tidemark_reader;
