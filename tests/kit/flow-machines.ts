/** Every machine of `machines/flows`, by the name of its export; a generic one is instantiated once. */
import { readdirSync } from 'node:fs';
import type { AnyStateMachine } from 'xstate';

const folder = new URL('../../machines/flows/', import.meta.url);

/** A kind of record for the generic charts. */
const anyKind = {
  draft: '',
  refusals: () => [],
  request: () => null,
  incomplete: '',
  destination: null,
};

const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value && 'provide' in value;

export async function flowMachines(): Promise<[string, AnyStateMachine][]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.machine.ts'))
    .sort();
  const found = await Promise.all(
    files.map(async (file): Promise<[string, AnyStateMachine][]> => {
      const exported: Record<string, unknown> = await import(new URL(file, folder).href);
      return Object.entries(exported).flatMap(([name, value]): [string, AnyStateMachine][] => {
        const made: unknown =
          typeof value === 'function' && /^create.+Machine$/.test(name) ? value(anyKind) : value;
        if (isMachine(made)) return [[name, made]];
        // An export that is a record of machines, one for each key.
        return Object.entries(/Machines$/.test(name) ? Object(made) : {}).flatMap(
          ([key, machine]): [string, AnyStateMachine][] =>
            isMachine(machine) ? [[`${name}.${key}`, machine]] : [],
        );
      });
    }),
  );
  return found.flat();
}
