import { chakra } from '@chakra-ui/react/styled-system';
import { type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { arrowHead, arrowLine } from '#machines/diagram/arrow-path.ts';
import type { ArrowLook, LabelLook } from '#machines/diagram/chart-look.ts';
import { type DrawnEdge, sizes } from '#machines/diagram/drawn-chart.ts';
import { palette } from './palette.ts';

export interface ArrowEdgeData extends Record<string, unknown> {
  drawn: DrawnEdge;
  look: ArrowLook;
  /** Null for the arrow from the starting point. */
  label: LabelLook | null;
}

export type ArrowFlowEdge = Edge<ArrowEdgeData, 'arrow'>;

/** An arrow along the points of the layout; its label stands where the layout put it. */
export function ArrowEdge({ data }: EdgeProps<ArrowFlowEdge>) {
  if (data === undefined) return null;
  const { drawn, look, label } = data;
  return (
    <>
      <path
        d={arrowLine(drawn.points, look.width)}
        fill="none"
        stroke={look.colour}
        strokeWidth={look.width}
      />
      <path d={arrowHead(drawn.points, look.width)} fill={look.colour} />
      {label === null ? null : (
        <EdgeLabelRenderer>
          <ArrowLabel label={label} lit={look.lit} />
        </EdgeLabelRenderer>
      )}
    </>
  );
}

function ArrowLabel({ label, lit }: { label: LabelLook; lit: boolean }) {
  const { x, y, width, height, lines } = label;
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
        transform: `translate(${x}px, ${y}px)`,
        width,
        height,
        padding: `${sizes.labelPaddingY}px 0`,
        fontSize: sizes.text,
        background: palette.background,
        color: lit ? palette.strong : palette.text,
        fontWeight: lit ? 600 : 400,
      }}
    >
      {lines.map(({ transition, text, figure }) => (
        <div key={transition}>
          {text.map((part) => (
            <div key={part} style={line}>
              {part}
            </div>
          ))}
          {figure === undefined ? null : (
            <chakra.div fontWeight="semibold" style={{ ...line, color: palette.strong }}>
              {figure}
            </chakra.div>
          )}
        </div>
      ))}
    </chakra.div>
  );
}
