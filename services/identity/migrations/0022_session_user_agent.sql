-- What the browser says of itself that signed in, so that people can tell their sessions apart. Part of what the MAC covers, unless it is null.
alter table :schema.sessions add column user_agent text
  constraint sessions_user_agent_length check (char_length(user_agent) between 1 and 255);
