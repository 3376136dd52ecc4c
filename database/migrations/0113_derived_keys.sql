-- Keys that outlive the encryption key from which they follow, sealed with the current one.
create table derived_keys (
  purpose text not null constraint derived_keys_pkey primary key,
  sealed text not null
);
