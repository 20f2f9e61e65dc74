-- Where each chain had come to when a signer vouched for it, under a key of the application that only signers can derive. Who cuts entries off the end
-- of a chain must remove its checkpoints too, and then still differs from every copy that was read or logged before. The runtime role can neither
-- change nor remove one. Like journal_heads it holds positions, hashes and signatures alone, and one round is about many chains.
create table :schema.journal_checkpoints (
  application_id uuid not null,
  seq bigint not null constraint journal_checkpoints_seq_positive check (seq > 0),
  hash bytea not null constraint journal_checkpoints_hash_length check (octet_length(hash) = 32),
  -- Unix seconds, by the signer's clock
  signed_at bigint not null,
  -- Ed25519
  public_key bytea not null constraint journal_checkpoints_public_key_length check (octet_length(public_key) = 32),
  signature bytea not null constraint journal_checkpoints_signature_length check (octet_length(signature) = 64),
  constraint journal_checkpoints_pkey primary key (application_id, seq)
);

grant select, insert on :schema.journal_checkpoints to :runtime_role;
