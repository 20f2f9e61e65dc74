-- That the verdict key signed the record, in a tree with others (C2SP tlog-proof). Older decisions have none.
alter table :schema.decisions add column proof text;
