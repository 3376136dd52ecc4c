-- Numbers the versions of price checks, so that a check that is decided and made again never has a version that a process read before.
-- It begins above those that processes of the version before may still count to.
create sequence price_check_versions;
select setval('price_check_versions', (select coalesce(max(version), 0) + 1000 from price_checks));
