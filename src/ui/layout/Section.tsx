import { Heading } from '@chakra-ui/react/heading';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useId } from 'react';

export interface SectionProps {
  title?: string;
  /** On wide screens the title is visible only to screen readers. */
  titleHidden?: boolean;
  description?: ReactNode;
  actions?: ReactNode;
  /** No padding, for tables, which have their own. */
  flush?: boolean;
  /** Compact, for use beside other sections that must all stay visible. */
  dense?: boolean;
  /** Absent when title, description and actions are enough. */
  children?: ReactNode;
}

/** A card with an optional title: the building block of a screen. */
export function Section({
  title,
  titleHidden = false,
  description,
  actions,
  flush = false,
  dense = false,
  children,
}: SectionProps) {
  const titleId = useId();
  const padding = dense ? { base: '4', xl: '2.5' } : { base: '4', md: '6' };
  return (
    <chakra.section
      aria-labelledby={title ? titleId : undefined}
      layerStyle="frame"
      borderColor="border"
      boxShadow="card"
      minW="0"
    >
      {title ? (
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          justifyContent="space-between"
          gap={dense ? '1' : '3'}
          px={padding}
          pt={padding}
          pb={children === undefined ? padding : flush ? '4' : '0'}
          css={titleHidden ? { xl: { srOnly: true } } : undefined}
        >
          <chakra.div
            minW="0"
            {...(dense && { display: { xl: 'flex' }, alignItems: 'baseline', columnGap: '3' })}
          >
            <Heading as="h2" id={titleId} fontSize={dense ? 'md' : 'lg'} lineHeight="1.35">
              {title}
            </Heading>
            {description ? (
              <chakra.div color="fg.muted" textStyle="sm" mt="0.5">
                {description}
              </chakra.div>
            ) : null}
          </chakra.div>
          {actions ? (
            <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="center">
              {actions}
            </chakra.div>
          ) : null}
        </chakra.div>
      ) : null}
      {children === undefined ? null : (
        <chakra.div
          css={flush ? inFrame : undefined}
          p={flush ? '0' : padding}
          pt={
            title && !flush
              ? dense
                ? { base: '2', xl: titleHidden ? '2.5' : '1.5' }
                : '4'
              : undefined
          }
        >
          {children}
        </chakra.div>
      )}
    </chakra.section>
  );
}

/** Several sections under a common title, to which an index may lead. */
export function SectionGroup({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <chakra.section
      aria-labelledby={titleId}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
    >
      <Heading as="h2" id={titleId} tabIndex={-1} fontSize="md" color="fg.muted" mt="2">
        {title}
      </Heading>
      {children}
    </chakra.section>
  );
}

/** A table within a card uses the frame of the card. */
const inFrame = {
  '& > div': { borderWidth: '1px 0 0', borderTopRadius: '0', boxShadow: 'none' },
};
