/** What is used of `bpmn-moddle`, which brings types of its elements and none of itself. */
declare module 'bpmn-moddle' {
  export interface BpmnElement {
    $type: string;
    id: string;
    [property: string]: unknown;
  }

  export class BpmnModdle {
    /** @param attributes by their names in BPMN; a reference is the element itself */
    create(type: `${'bpmn' | 'bpmndi' | 'dc'}:${string}`, attributes: object): BpmnElement;
    toXML(element: BpmnElement, options: { format: boolean }): Promise<{ xml: string }>;
    fromXML(xml: string): Promise<{ rootElement: BpmnElement; warnings: readonly unknown[] }>;
  }
}
