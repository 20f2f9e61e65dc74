-- The decision that relied on the approvals first, so that who looks at them finds it.
alter table :schema.signature_requests add column decision_id text;
