import type { ColumnType } from 'kysely';

/**
 * Column types. SQLite and PostgreSQL share one schema; columns have the names of the wire.
 *
 * - Money: integer centavos. Only `config.field_content` stores money as text in pesos, as on the wire.
 * - `Day`: 'yyyy-MM-dd', a day in America/Bogota. `Instant`: epoch milliseconds.
 * - `Flag`: 0 or 1. `Json`: JSON as text.
 * - A text that is not filled in yet is '', never null; null means that there is no value.
 */
export type Centavos = number;
export type Day = string;
export type Instant = number;
export type Flag = 0 | 1;
export type Json = string;

/** A column with a database default: optional on insert. */
export type Default<Value> = ColumnType<Value, Value | undefined, Value>;
