import Alert from "@mui/material/Alert";

interface Reading {
  isError: boolean;
  data: unknown;
}

/** Says that what a card shows is of before: a later look failed. */
export function LastRows({ reading }: { reading: Reading }) {
  if (!reading.isError || reading.data === undefined) {
    return null;
  }
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      This could not be refreshed; these are the last numbers.
    </Alert>
  );
}
