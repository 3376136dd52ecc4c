/** SQL for the number that PostgreSQL gives each server. A standby and a restored copy keep it; another cluster with the same tables has its own. */
export const SERVER_IDENTITY = '(select system_identifier::text from pg_control_system())';
