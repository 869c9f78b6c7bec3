/** The used part of `bpmn-moddle`, which has types for its elements but not for its own API. */
declare module 'bpmn-moddle' {
  export interface BpmnElement {
    $type: string;
    id: string;
    [property: string]: unknown;
  }

  export class BpmnModdle {
    /** @param attributes by BPMN name; a reference is the element itself */
    create(type: `${'bpmn' | 'bpmndi' | 'dc'}:${string}`, attributes: object): BpmnElement;
    toXML(element: BpmnElement, options: { format: boolean }): Promise<{ xml: string }>;
    fromXML(xml: string): Promise<{ rootElement: BpmnElement; warnings: readonly unknown[] }>;
  }
}
