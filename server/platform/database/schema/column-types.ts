import type { ColumnType } from 'kysely';

/**
 * The tables. One schema for SQLite and PostgreSQL; names are those of the wire.
 *
 * - Money: integer centavos. Only `config.field_content` keeps money as the text of pesos, as it crosses the wire.
 * - `Day`: 'yyyy-MM-dd', a day in America/Bogota. `Instant`: epoch milliseconds.
 * - `Flag`: 0 or 1. `Json`: JSON as text.
 * - A text nobody has written yet is '', never null; null means that the thing does not exist.
 */
export type Centavos = number;
export type Day = string;
export type Instant = number;
export type Flag = 0 | 1;
export type Json = string;

/** A column that may be left out on insert because the table gives it a default. */
export type Default<Value> = ColumnType<Value, Value | undefined, Value>;
