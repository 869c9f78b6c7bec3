/** What a store corrected last of an expense that was rejected: JSON, '' where it corrected nothing. */
export const corrections = (): string[] => [
  "alter table gastos add column correccion text not null default ''",
];
