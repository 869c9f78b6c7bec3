import { keyframes } from '@emotion/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import { paletteOf } from './tone.ts';

interface ProgressBarProps {
  label: string;
  /** 0..100; undefined: unknown. */
  value?: number | undefined;
  tone?: 'info' | 'warning' | 'danger';
}

/** Unknown progress: a part of the bar moves from end to end. */
const along = keyframes({ from: { marginLeft: '-40%' }, to: { marginLeft: '100%' } });

/** Progress bar; without a value it is indeterminate. */
export function ProgressBar({ label, value, tone = 'info' }: ProgressBarProps) {
  const labelId = useId();
  const known = value === undefined ? undefined : Math.round(Math.max(0, Math.min(100, value)));
  return (
    <chakra.div colorPalette={paletteOf[tone]} width="full">
      <chakra.div
        display="flex"
        justifyContent="space-between"
        gap="3"
        mb="1.5"
        textStyle="sm"
        color="fg.muted"
      >
        <span id={labelId}>{label}</span>
        {known === undefined ? null : <span aria-hidden="true">{known} %</span>}
      </chakra.div>
      <chakra.div
        role="progressbar"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known}
        height="2"
        borderRadius="full"
        bg="bg.emphasized"
        overflow="hidden"
      >
        <chakra.div
          height="full"
          borderRadius="full"
          bg="colorPalette.solid"
          transition="width 0.2s ease-out"
          css={
            known === undefined ? { animation: `${along} 1.4s ease-in-out infinite` } : undefined
          }
          style={{ width: `${known ?? 40}%` }}
        />
      </chakra.div>
    </chakra.div>
  );
}
