/** The box as BPMN: a valid file with the process of the state machine. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BpmnModdle, type BpmnElement } from 'bpmn-moddle';
import Linter from 'bpmnlint/lib/linter.js';
import NodeResolver from 'bpmnlint/lib/resolver/node-resolver.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { boxBpmn } from '#server/features/workflow/bpmn-file.ts';

const schemaFile = (name: string): string =>
  readFileSync(
    createRequire(import.meta.url).resolve(`bpmn-moddle/resources/bpmn/xsd/${name}.xsd`),
    'utf8',
  );

/** Validates by the schema of the OMG. */
const validate = (contents: string) =>
  validateXML({
    xml: [{ fileName: 'caja.bpmn', contents }],
    schema: [{ fileName: 'BPMN20.xsd', contents: schemaFile('BPMN20') }],
    preload: ['BPMNDI', 'DC', 'DI', 'Semantic'].map((name) => ({
      fileName: `${name}.xsd`,
      contents: schemaFile(name),
    })),
  });

/** Top-level elements of the file. */
interface Definitions {
  rootElements: [
    { participants: BpmnElement[] },
    { laneSets: [{ lanes: BpmnElement[] }]; flowElements: BpmnElement[] },
  ];
  diagrams: [{ plane: { planeElement: BpmnElement[] } }];
}

let xml: string;
let parts: BpmnElement[];
let shapes: BpmnElement[];
beforeAll(async () => {
  xml = await boxBpmn();
  const { rootElement, warnings } = await new BpmnModdle().fromXML(xml);
  expect(warnings).toEqual([]);
  const { rootElements, diagrams } = rootElement as BpmnElement & Definitions;
  const [{ participants }, { laneSets, flowElements }] = rootElements;
  parts = [...participants, ...laneSets[0].lanes, ...flowElements];
  shapes = diagrams[0].plane.planeElement;
});

const ofType = (type: string) => parts.filter(({ $type }) => $type === `bpmn:${type}`);
const namesOf = (elements: readonly BpmnElement[]) => elements.map(({ name }) => name);

test('the file is valid by the schema of BPMN 2.0, which refuses damaged files', async () => {
  expect((await validate(xml)).errors).toEqual([]);
  expect((await validate(xml.replace('<bpmn:laneSet', '<bpmn:laneSets'))).valid).toBe(false);
  expect((await validate(xml.replace(/ sourceRef="[^"]*"/, ''))).valid).toBe(false);
});

describe('the recommended rules of bpmnlint', () => {
  const findings = async (contents: string) => {
    const { rootElement } = await new BpmnModdle().fromXML(contents);
    const linter = new Linter({ resolver: new NodeResolver() });
    return Object.keys(await linter.lint(rootElement, { extends: 'bpmnlint:recommended' }));
  };

  test('find nothing in the file, and find what a damaged file lacks', async () => {
    expect(await findings(xml)).toEqual([]);
    const conditions = /<bpmn:conditionExpression.*?<\/bpmn:conditionExpression>/gs;
    expect(await findings(xml.replace(conditions, ''))).toEqual(['conditional-flows']);
    expect(await findings(xml.replaceAll(' name="Registro de un gasto"', ''))).toEqual([
      'label-required',
    ]);
  });
});

describe('the process', () => {
  test('has each task in the lane of its owner', () => {
    const lanes = ofType('Lane').map(({ name, flowNodeRef }) => [
      name,
      namesOf((flowNodeRef as BpmnElement[]).filter(({ $type }) => $type === 'bpmn:UserTask')),
    ]);
    expect(lanes).toEqual([
      [
        'Tienda',
        [
          'Registro de un gasto',
          'Envío de la tienda',
          'Apertura de la legalización',
          'Envío de los papeles',
        ],
      ],
      ['Supervisor', ['Envío del supervisor']],
      ['Mantenimiento', ['Envío de mantenimiento']],
      [
        'Contabilidad',
        [
          'Envío de contabilidad (primera)',
          'Llegada de los papeles',
          'Envío de contabilidad (final)',
        ],
      ],
    ]);
  });

  test('has its decision, its end, and connected nodes', () => {
    const [outcome] = ofType('ExclusiveGateway').filter(({ default: flow }) => flow !== undefined);
    expect(namesOf(outcome?.outgoing as BpmnElement[])).toEqual([
      'con gastos de mantenimiento',
      'sin gastos de mantenimiento',
    ]);
    expect(outcome?.default).toMatchObject({ name: 'sin gastos de mantenimiento' });
    expect(namesOf(ofType('EndEvent'))).toEqual(['Cerrada']);
    for (const { id, incoming, outgoing, $type } of parts)
      if (/Task|Gateway/.test($type))
        expect([incoming, outgoing].every(Array.isArray), `${id}`).toBe(true);
  });
});

describe('the diagram', () => {
  interface Bounds {
    x: number;
    y: number;
    width: number;
    height: number;
  }
  const boundsOf = (id: string): Bounds =>
    shapes.find(({ bpmnElement }) => (bpmnElement as BpmnElement).id === id)?.bounds as Bounds;

  test('has a shape or a line for each part', () => {
    expect(shapes.map(({ bpmnElement }) => (bpmnElement as BpmnElement).id).toSorted()).toEqual(
      parts.map(({ id }) => id).toSorted(),
    );
  });

  test('has each node within its lane, and no two overlap', () => {
    for (const { id, flowNodeRef } of ofType('Lane')) {
      const lane = boundsOf(id);
      for (const node of flowNodeRef as BpmnElement[]) {
        const { x, y, width, height } = boundsOf(node.id);
        expect(x > lane.x && x + width < lane.x + lane.width).toBe(true);
        expect(y > lane.y && y + height < lane.y + lane.height).toBe(true);
      }
    }
    const nodes = parts.filter(({ $type }) => /Task|Gateway|Event/.test($type));
    for (const one of nodes)
      for (const other of nodes) {
        const [a, b] = [boundsOf(one.id), boundsOf(other.id)];
        const apart =
          a.x + a.width < b.x ||
          b.x + b.width < a.x ||
          a.y + a.height < b.y ||
          b.y + b.height < a.y;
        expect([one.id, other.id, apart || one === other]).toEqual([one.id, other.id, true]);
      }
  });
});
