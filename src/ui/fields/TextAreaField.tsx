import { chakra } from '@chakra-ui/react/styled-system';
import { Textarea } from '@chakra-ui/react/textarea';
import { type FieldProps, FormField, controlSize, useFormikField } from './FormField.tsx';

interface TextAreaFieldProps extends FieldProps {
  rows?: number;
  maxLength?: number;
}

/** One line that grows with its text, in browsers that support it. */
const growing = { fieldSizing: 'content', minHeight: '11' } as const;

/** Share of the limit from which the character count is shown. */
const NEAR_LIMIT = 0.8;

/** Several lines of text; shows the character count near the limit. */
export function TextAreaField({ rows = 4, maxLength, ...frame }: TextAreaFieldProps) {
  const { value, error, write, leave } = useFormikField<string>(frame.name);
  return (
    <FormField {...frame} error={error}>
      {(control) => (
        <>
          <Textarea
            {...control}
            size={controlSize}
            resize="vertical"
            css={rows === 1 ? growing : undefined}
            name={frame.name}
            rows={rows}
            maxLength={maxLength}
            disabled={frame.disabled}
            readOnly={frame.readOnly}
            value={value}
            onChange={(event) => write(event.target.value)}
            onBlur={leave}
          />
          {maxLength === undefined ||
          frame.readOnly ||
          value.length < maxLength * NEAR_LIMIT ? null : (
            <chakra.div aria-hidden="true" textStyle="sm" color="fg.muted" textAlign="end" mt="1">
              {value.length} / {maxLength}
            </chakra.div>
          )}
        </>
      )}
    </FormField>
  );
}
