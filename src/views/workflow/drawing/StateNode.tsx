import { chakra } from '@chakra-ui/react/styled-system';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import type { ChartState } from '#machines/diagram/chart.ts';
import { type StateLook, signs } from '#machines/diagram/chart-look.ts';
import { type DrawnState, sizes } from '#machines/diagram/drawn-chart.ts';
import type { StateMark } from '#machines/diagram/marks.ts';
import { palette } from './palette.ts';

export interface StateNodeData extends Record<string, unknown> {
  state: ChartState;
  drawn: DrawnState;
  look: StateLook;
  mark: StateMark | undefined;
  /** By the id of the transition, for the rows that are one. */
  rowLabels: ReadonlyMap<string, string>;
  selected: boolean;
  onSelect: ((id: string) => void) | undefined;
}

export type StateFlowNode = Node<StateNodeData, 'state'>;

/** A state: its name, what it does, and the lines that the page has to say about it. */
export function StateNode({ data }: NodeProps<StateFlowNode>) {
  const { state, drawn, look, selected, onSelect } = data;
  const round = state.kind === 'history';
  return (
    <>
      <Handle type="target" position={Position.Top} isConnectable={false} style={hidden} />
      <chakra.button
        type="button"
        data-state={state.id}
        aria-pressed={selected}
        aria-label={spoken(data)}
        onClick={() => onSelect?.(state.id)}
        position="relative"
        display="block"
        boxSize="full"
        textAlign="start"
        cursor={onSelect ? 'pointer' : 'default'}
        // Nodes that cannot be moved take no pointer; what is in them does.
        pointerEvents="all"
        outlineOffset="2px"
        style={{
          background: look.fill,
          borderRadius: round ? drawn.height / 2 : sizes.radius,
          boxShadow: [
            `inset 0 0 0 ${look.borderWidth}px ${look.border}`,
            ...(state.final
              ? [`inset 0 0 0 3px ${look.fill}`, `inset 0 0 0 4px ${look.border}`]
              : []),
            ...(selected ? [`0 0 0 3px ${palette.strong}`] : []),
          ].join(', '),
        }}
      >
        {state.initial && state.parent !== null ? <InitialDot /> : null}
        {round ? <HistoryLetter /> : <StateText {...data} />}
      </chakra.button>
      <Handle type="source" position={Position.Bottom} isConnectable={false} style={hidden} />
    </>
  );
}

const hidden = { opacity: 0, pointerEvents: 'none' } as const;

function spoken({ state, drawn, mark, selected }: StateNodeData): string {
  return [
    state.nombre,
    ...drawn.rows.map(({ text }) => text),
    ...(mark?.lines ?? []),
    ...(mark?.current ? ['Estado actual'] : []),
    ...(selected ? ['Seleccionado'] : []),
  ].join('. ');
}

function InitialDot() {
  return (
    <chakra.span
      position="absolute"
      insetStart="-5px"
      top="10px"
      boxSize="10px"
      borderRadius="full"
      style={{ background: palette.text }}
    />
  );
}

function HistoryLetter() {
  return (
    <chakra.span display="block" textAlign="center" fontWeight="semibold" fontSize="12px">
      H
    </chakra.span>
  );
}

function StateText({ drawn, look, mark, rowLabels }: StateNodeData) {
  const line = { height: sizes.line, lineHeight: `${sizes.line}px`, fontSize: sizes.text } as const;
  return (
    <chakra.span
      position="absolute"
      top="0"
      whiteSpace="pre"
      style={{
        insetInlineStart: drawn.head,
        paddingTop: sizes.paddingY,
        insetInlineEnd: sizes.paddingX,
      }}
    >
      {drawn.title.map((text) => (
        <chakra.span
          key={text}
          display="block"
          fontWeight="semibold"
          style={{ color: look.title, fontSize: sizes.title, lineHeight: `${sizes.titleLine}px` }}
        >
          {text}
        </chakra.span>
      ))}
      {drawn.rows.map(({ kind, text, transition }) => (
        <chakra.span
          key={transition ?? text}
          display="flex"
          justifyContent="space-between"
          style={{ ...line, color: palette.muted }}
        >
          <span>{signs[kind] + text}</span>
          <chakra.span fontWeight="semibold" style={{ color: palette.strong }}>
            {rowLabels.get(transition ?? '')}
          </chakra.span>
        </chakra.span>
      ))}
      {(mark?.lines ?? []).slice(0, drawn.room).map((text) => (
        <chakra.span
          key={text}
          display="block"
          overflow="hidden"
          textOverflow="ellipsis"
          fontWeight="semibold"
          style={{ ...line, color: palette.text }}
        >
          {text}
        </chakra.span>
      ))}
    </chakra.span>
  );
}
