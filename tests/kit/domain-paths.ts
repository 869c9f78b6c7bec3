/**
 * Paths through the life of one box with its expenses, generated from the two domain machines by
 * search, never written by hand. The domain tests replay them on the law, the API tests on a real
 * server: what one side accepts, refuses and arrives at, the other must too.
 */
import type { Refused } from '#machines/domain/law.ts';
import type { ProfileId } from '#machines/domain/permissions.ts';
import type { BoxMove, ExpenseKind, ExpenseMove } from './domain-fixtures.ts';

/** Why the law refuses a step: `rule` is a 422, `state` a 409. */
export interface StepRefusal {
  kind: Refused['kind'];
  /** Names of the failing guards, in the order of `motivos`. */
  guardias: string[];
}

/** The store (or coordinator) records an expense; `expect` is its first code. */
export interface RecordStep {
  kind: 'record';
  as: ProfileId;
  /** Names the expense within its scenario. */
  expense: string;
  category: ExpenseKind;
  expect: number;
}

export interface ExpenseStep {
  kind: 'expense';
  as: ProfileId;
  expense: string;
  /** Name of the fixture, for messages. */
  name: string;
  event: ExpenseMove;
  /** Code of the expense afterwards, null once it is gone. The same as before when refused. */
  expect: number | null;
  refused?: StepRefusal;
}

export interface BoxStep {
  kind: 'box';
  as: ProfileId;
  name: string;
  event: BoxMove;
  /** Code of the box afterwards. The same as before when refused. */
  expect: number;
  /** Codes of all its expenses afterwards: a send may change them. */
  expenses: Record<string, number>;
  refused?: StepRefusal;
}

export type ScenarioStep = RecordStep | ExpenseStep | BoxStep;

/** One box from nothing to where the steps lead. */
export interface BoxScenario {
  name: string;
  steps: ScenarioStep[];
  end: { box: number; expenses: Record<string, number> };
}
