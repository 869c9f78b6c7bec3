/** The used part of `bpmnlint`, which has no types. */
declare module 'bpmnlint/lib/linter.js' {
  import type { BpmnElement } from 'bpmn-moddle';

  export default class Linter {
    constructor(options: { resolver: object });
    /** @returns the findings by rule */
    lint(root: BpmnElement, config: { extends: string }): Promise<Record<string, unknown[]>>;
  }
}

declare module 'bpmnlint/lib/resolver/node-resolver.js' {
  export default class NodeResolver {}
}
