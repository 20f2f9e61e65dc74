-- The exchange of the signers' root key goes over the wrapped keys of every application, as the owner of the schema and saying so in its
-- transaction. The runtime role may still not change a wrapped key.
create policy application_keys_every_application on :schema.application_keys
  using (current_setting('app.every_application', true) = 'on');
