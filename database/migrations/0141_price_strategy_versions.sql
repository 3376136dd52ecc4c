-- Numbers the versions of strategies, so that a strategy that is deleted and set again never has a version that somebody saw before.
-- It begins above those that processes of the version before may still count to.
create sequence price_strategy_versions as integer;
select setval('price_strategy_versions', (select coalesce(max(version), 0) + 1000 from price_strategies));
