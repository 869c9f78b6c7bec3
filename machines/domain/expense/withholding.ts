/** From which value a service or a purchase carries a withholding. The figures are settings: each rule has its day and its source. */
import type { LimitKind, WithholdingKind } from '#contract/calls/limits.calls.ts';
import { withholdingKinds } from '#contract/calls/limits.calls.ts';
import { toCentavos } from '../values/money.ts';

export interface WithholdingRule {
  /** First day on which it holds, `yyyy-MM-dd`. */
  desde: string;
  /** Pesos. */
  uvt: number;
  /** Thresholds in UVT. */
  servicio: number;
  compra: number;
  /** The norms that say so. */
  fuente: string;
}

export const isWithholding = (kind: LimitKind): kind is WithholdingKind =>
  withholdingKinds.some((one) => one === kind);

/** The rules of the setting, one a line in order of their days: `2026-01-01 52374 2 10 Decreto 572 de 2025`. */
export const withholdingRulesIn = (setting: string): WithholdingRule[] =>
  setting
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [desde = '', uvt, servicio, compra, ...fuente] = line.split(' ');
      return {
        desde,
        uvt: Number(uvt),
        servicio: Number(servicio),
        compra: Number(compra),
        fuente: fuente.join(' '),
      };
    });

export const withholdingSetting = (rules: readonly WithholdingRule[]): string =>
  rules
    .map(({ desde, uvt, servicio, compra, fuente }) =>
      [desde, uvt, servicio, compra, fuente].join(' '),
    )
    .join('\n');

/** The rule of a day; undefined before the first one. */
export const withholdingOn = (
  rules: readonly WithholdingRule[],
  day: string,
): WithholdingRule | undefined => rules.findLast(({ desde }) => desde <= day);

/** Centavos from which the kind carries a withholding on a day; null while no rule holds. */
export function withholdingThreshold(
  rules: readonly WithholdingRule[],
  kind: WithholdingKind,
  day: string,
): number | null {
  const rule = withholdingOn(rules, day);
  return rule === undefined ? null : toCentavos(rule.uvt * rule[kind]);
}
