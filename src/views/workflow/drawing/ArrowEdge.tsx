import { chakra } from '@chakra-ui/react/styled-system';
import { type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { arrowHead, arrowLine } from '#machines/diagram/arrow-path.ts';
import type { ArrowLook } from '#machines/diagram/chart-look.ts';
import { type DrawnEdge, type DrawnLabel, sizes } from '#machines/diagram/drawn-chart.ts';
import { palette } from './palette.ts';

export interface ArrowEdgeData extends Record<string, unknown> {
  drawn: DrawnEdge;
  look: ArrowLook;
  /** What the page writes under a line, by the id of its transition. */
  labels: ReadonlyMap<string, string>;
  hasRoom: boolean;
}

export type ArrowFlowEdge = Edge<ArrowEdgeData, 'arrow'>;

/** An arrow along the points of the layout; its label stands where the layout put it. */
export function ArrowEdge({ data }: EdgeProps<ArrowFlowEdge>) {
  if (data === undefined) return null;
  const { drawn, look } = data;
  return (
    <>
      <path
        d={arrowLine(drawn.points, look.width)}
        fill="none"
        stroke={look.colour}
        strokeWidth={look.width}
      />
      <path d={arrowHead(drawn.points, look.width)} fill={look.colour} />
      {drawn.label === null ? null : (
        <EdgeLabelRenderer>
          <ArrowLabel {...data} label={drawn.label} />
        </EdgeLabelRenderer>
      )}
    </>
  );
}

function ArrowLabel({ label, look, labels, hasRoom }: ArrowEdgeData & { label: DrawnLabel }) {
  const line = { height: sizes.line, lineHeight: `${sizes.line}px` } as const;
  return (
    <chakra.div
      // The list and the table say the same to who does not see it.
      aria-hidden="true"
      position="absolute"
      textAlign="center"
      whiteSpace="pre"
      borderRadius="6px"
      zIndex="3"
      style={{
        transform: `translate(${label.x}px, ${label.y}px)`,
        width: label.width,
        height: label.height,
        padding: `${sizes.labelPaddingY}px 0`,
        fontSize: sizes.text,
        background: palette.background,
        color: look.lit ? palette.strong : palette.text,
        fontWeight: look.lit ? 600 : 400,
      }}
    >
      {label.lines.map(({ transition, text }) => (
        <div key={transition}>
          {text.map((part) => (
            <div key={part} style={line}>
              {part}
            </div>
          ))}
          {hasRoom ? (
            <chakra.div fontWeight="semibold" style={{ ...line, color: palette.strong }}>
              {labels.get(transition)}
            </chakra.div>
          ) : null}
        </div>
      ))}
    </chakra.div>
  );
}
