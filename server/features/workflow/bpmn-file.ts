/**
 * The workflow of a box as BPMN 2.0, from the chart of its machine: a lane for each owner, a user task for each event
 * with its name in the logs and its guards as documentation, gateways where a state has several entries or exits.
 */
import { type BpmnElement, BpmnModdle } from 'bpmn-moddle';
import type { Box, Chart, ChartState, ChartTransition, Point } from '#machines/diagram/chart.ts';
import { charts } from '#machines/diagram/charts.ts';
import { grouped } from '#machines/domain/values/grouped.ts';

/** Pixels; a row has the height of a task and of the backward flow below it. */
const sizes = {
  startEvent: { width: 36, height: 36 },
  endEvent: { width: 36, height: 36 },
  exclusiveGateway: { width: 50, height: 50 },
  userTask: { width: 130, height: 80 },
};
const GAP = 95;
const ROW = 130;
/** Width of the rotated names of pool and lanes. */
const HEAD = 30;

interface FlowNode {
  id: string;
  type: keyof typeof sizes;
  name: string;
  text?: string;
  owner: string;
  /** Left edge, and row within the lane, from the top. */
  x: number;
  row: number;
}

interface Flow {
  from: string;
  to: string;
  /** Label and condition of a flow that leaves a decision. */
  name?: string;
  /** Default flow of its gateway, without condition. */
  isDefault?: boolean;
}

const idOf = (...parts: string[]): string => parts.join('_').replaceAll('.', '_');

/** The nodes from left to right in the order of the states, and the flows between them. */
class Plan {
  readonly nodes: FlowNode[] = [];
  readonly flows: Flow[] = [];
  readonly #chart: Chart;
  #x = 2 * HEAD + GAP;

  constructor(chart: Chart) {
    this.#chart = chart;
    for (const state of chart.states) {
      if (state.initial) {
        this.#add({ id: 'start', type: 'startEvent', name: chart.nombre }, state);
        this.flows.push({ from: 'start', to: this.#entryOf(state) });
      }
      if (state.final)
        this.#add({ id: this.#entryOf(state), type: 'endEvent', name: state.nombre }, state);
      else this.#addState(state);
    }
  }

  /** Adds a node in the current column; only a node in row 0 advances to the next column. */
  #add(node: Pick<FlowNode, 'id' | 'type' | 'name' | 'text'>, state: ChartState, row = 0): void {
    this.nodes.push({ ...node, owner: this.#ownerOf(state), x: this.#x, row });
    if (row === 0) this.#x += sizes[node.type].width + GAP;
  }

  /** Owner of the lane of a state; a final state has no owner and stays in the lane of its source state. */
  #ownerOf(state: ChartState): string {
    if (!state.final) return state.quien ?? this.#chart.nombre;
    const last = this.#chart.transitions.find(({ target }) => target === state.id);
    const source = this.#chart.states.find(({ id }) => id === last?.source);
    return source?.quien ?? this.#chart.nombre;
  }

  /** Transitions from a state by event; events that leave the state come first. */
  #eventsOf({ id }: ChartState): [string, ChartTransition[]][] {
    const own = this.#chart.transitions.filter(({ source }) => source === id);
    const leaving = (transitions: ChartTransition[]) =>
      Number(transitions.every(({ self }) => self));
    return [
      ...grouped(
        own,
        ({ event }) => event,
        (transition) => transition,
      ),
    ].toSorted(([, one], [, other]) => leaving(one) - leaving(other));
  }

  #isJoin({ id, initial }: ChartState): boolean {
    const arrivals = this.#chart.transitions.filter(({ target }) => target === id);
    return arrivals.length + Number(initial) > 1;
  }

  #entryOf(state: ChartState): string {
    if (state.final) return idOf('end', state.id);
    return this.#isJoin(state) ? idOf('join', state.id) : this.#choiceOf(state);
  }

  #choiceOf(state: ChartState): string {
    const [[event] = [''], ...others] = this.#eventsOf(state);
    return others.length > 0 ? idOf('choice', state.id) : idOf('task', state.id, event);
  }

  #addState(state: ChartState): void {
    const events = this.#eventsOf(state);
    const choice = this.#choiceOf(state);
    if (this.#isJoin(state)) {
      this.#add({ id: this.#entryOf(state), type: 'exclusiveGateway', name: '' }, state);
      this.flows.push({ from: this.#entryOf(state), to: choice });
    }
    if (events.length > 1)
      this.#add({ id: choice, type: 'exclusiveGateway', name: state.nombre }, state);
    for (const [row, [event, transitions]] of [...events.entries()].toReversed()) {
      const task = idOf('task', state.id, event);
      const name = transitions[0]?.evento ?? event;
      this.#add({ id: task, type: 'userTask', name, text: textOf(state, transitions) }, state, row);
      if (events.length > 1) this.flows.push({ from: choice, to: task, name });
      this.#leave(state, task, transitions);
    }
  }

  /** Adds the flows from the task of an event to its target states. */
  #leave(state: ChartState, task: string, transitions: readonly ChartTransition[]): void {
    const outcome = idOf('outcome', task);
    const splits = transitions.length > 1;
    const nameOf = ({ evento, rotulo }: ChartTransition) => rotulo.replace(`${evento}: `, '');
    if (splits) {
      const name = `¿${transitions.slice(0, -1).map(nameOf).join(' o ')}?`;
      this.#add({ id: outcome, type: 'exclusiveGateway', name }, state);
      this.flows.push({ from: task, to: outcome });
    }
    for (const transition of transitions) {
      const next = this.#chart.states.find(({ id }) => id === transition.target) ?? state;
      const to = this.#entryOf(next);
      const name = nameOf(transition);
      const isDefault = transition === transitions.at(-1);
      this.flows.push(splits ? { from: outcome, to, name, isDefault } : { from: task, to });
    }
  }
}

/** Documentation of a task. The last of several transitions has the guards of all. */
function textOf(state: ChartState, transitions: readonly ChartTransition[]): string {
  const people = new Set(transitions.flatMap(({ perfiles }) => perfiles));
  return [
    `Estado: ${state.nombre}.`,
    `Quién: ${[...people].join(', ')}.`,
    ...(transitions.at(-1)?.guards ?? []).map(({ mensaje }) => `Lo impide: «${mensaje}»`),
  ].join('\n');
}

/** Waypoints of a flow: a forward flow bends just before its target, a backward one runs below its row. */
function wayOf(from: Box, to: Box): Point[] {
  const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
  const [source, target] = [middle(from), middle(to)];
  if (to.x < from.x) {
    const below = source.y + ROW / 2 - 10;
    return [
      { x: source.x, y: from.y + from.height },
      { x: source.x, y: below },
      { x: target.x, y: below },
      { x: target.x, y: to.y + to.height },
    ];
  }
  const end = { x: to.x, y: target.y };
  if (source.y === target.y) return [{ x: from.x + from.width, y: source.y }, end];
  const bend = to.x - GAP / 2;
  return [
    { x: from.x + from.width, y: source.y },
    { x: bend, y: source.y },
    { x: bend, y: target.y },
    end,
  ];
}

/** Label beside the first bend, where no other flow runs, or above the start of a straight flow. */
function labelAt(moddle: BpmnModdle, [start, bend, ...others]: Point[]): BpmnElement {
  const { x, y } = (others.length === 0 ? start : bend) ?? { x: 0, y: 0 };
  const bounds = { x: x + 5, y: others.length === 0 ? y - 44 : y + 8, width: 80, height: 40 };
  return moddle.create('bpmndi:BPMNLabel', { bounds: moddle.create('dc:Bounds', bounds) });
}

/** BPMN elements with their shapes. @param chart a flat chart */
function definitionsOf(moddle: BpmnModdle, chart: Chart): BpmnElement {
  const { nodes, flows } = new Plan(chart);
  const byOwner = grouped(
    nodes,
    ({ owner }) => owner,
    (node) => node,
  );
  const shapes: BpmnElement[] = [];
  const boxes = new Map<string, Box>();
  const elements = new Map<string, BpmnElement>();
  const addShape = (bpmnElement: BpmnElement, box: Box, more: object = {}): void => {
    const id = `${bpmnElement.id}_di`;
    const bounds = moddle.create('dc:Bounds', box);
    shapes.push(moddle.create('bpmndi:BPMNShape', { id, bpmnElement, bounds, ...more }));
  };
  const width = Math.max(...nodes.map(({ x, type }) => x + sizes[type].width)) + GAP;
  const process = moddle.create('bpmn:Process', {
    id: 'process',
    name: chart.nombre,
    isExecutable: false,
    documentation: [moddle.create('bpmn:Documentation', { text: chart.descripcion })],
  });
  const pool = moddle.create('bpmn:Participant', {
    id: 'pool',
    name: chart.nombre,
    processRef: process,
  });
  const rowsOf = (own: readonly FlowNode[]) => Math.max(...own.map(({ row }) => row)) + 1;
  const height = ROW * [...byOwner.values()].reduce((rows, own) => rows + rowsOf(own), 0);
  addShape(pool, { x: 0, y: 0, width, height }, { isHorizontal: true });
  let top = 0;
  const lanes = [...byOwner].map(([name, own], index) => {
    const lane = moddle.create('bpmn:Lane', { id: `lane_${index + 1}`, name });
    const tall = ROW * rowsOf(own);
    addShape(lane, { x: HEAD, y: top, width: width - HEAD, height: tall }, { isHorizontal: true });
    lane.flowNodeRef = own.map((node) => {
      const size = sizes[node.type];
      const box = { ...size, x: node.x, y: top + node.row * ROW + (ROW - size.height) / 2 };
      const { id, type, name: title, text } = node;
      const documentation = text && [moddle.create('bpmn:Documentation', { text })];
      const element = moddle.create(`bpmn:${type.charAt(0).toUpperCase()}${type.slice(1)}`, {
        id,
        ...(title && { name: title }),
        ...(documentation && { documentation }),
        incoming: [],
        outgoing: [],
      });
      addShape(element, box, type === 'exclusiveGateway' ? { isMarkerVisible: true } : {});
      boxes.set(id, box);
      elements.set(id, element);
      return element;
    });
    top += tall;
    return lane;
  });
  const connections = flows.map(({ from, to, name, isDefault }) => {
    const [sourceRef, targetRef] = [found(elements, from), found(elements, to)];
    const id = idOf('flow', from, to);
    const flow = moddle.create('bpmn:SequenceFlow', {
      id,
      sourceRef,
      targetRef,
      ...(name && { name }),
      ...(name &&
        !isDefault && {
          conditionExpression: moddle.create('bpmn:FormalExpression', { body: name }),
        }),
    });
    (sourceRef.outgoing as BpmnElement[]).push(flow);
    (targetRef.incoming as BpmnElement[]).push(flow);
    if (isDefault) sourceRef.default = flow;
    const way = wayOf(found(boxes, from), found(boxes, to));
    const waypoint = way.map((point) => moddle.create('dc:Point', point));
    const label = name !== undefined && labelAt(moddle, way);
    const edge = { id: `${id}_di`, bpmnElement: flow, waypoint, ...(label && { label }) };
    shapes.push(moddle.create('bpmndi:BPMNEdge', edge));
    return flow;
  });
  process.laneSets = [moddle.create('bpmn:LaneSet', { id: 'lanes', lanes })];
  process.flowElements = [...elements.values(), ...connections];
  const collaboration = moddle.create('bpmn:Collaboration', {
    id: 'collaboration',
    participants: [pool],
  });
  const plane = moddle.create('bpmndi:BPMNPlane', {
    id: 'plane',
    bpmnElement: collaboration,
    planeElement: shapes,
  });
  return moddle.create('bpmn:Definitions', {
    id: 'definitions',
    targetNamespace: 'http://bpmn.io/schema/bpmn',
    rootElements: [collaboration, process],
    diagrams: [moddle.create('bpmndi:BPMNDiagram', { id: 'diagram', plane })],
  });
}

/** @throws Error for an unknown key */
function found<Value>(values: ReadonlyMap<string, Value>, key: string): Value {
  const value = values.get(key);
  if (value === undefined) throw new Error(`No ${key} in the plan`);
  return value;
}

/** BPMN file of the workflow of a box, which is the same for every user. @throws Error without such a chart */
export async function boxBpmn(): Promise<string> {
  const chart = charts.find(({ id }) => id === 'box');
  if (chart === undefined) throw new Error('There is no chart of a box');
  const moddle = new BpmnModdle();
  const { xml } = await moddle.toXML(definitionsOf(moddle, chart), { format: true });
  return xml;
}
