import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebouncedValue } from "@/shared/components/use-debounced-value";
import { answerOf, api } from "@/shared/api/client";
import type { components } from "@/shared/api/schema";
import { customerName } from "@/shared/customers/customer-name";

export type Customer = components["schemas"]["CustomerRead"];

const SEARCH_MS = 250;
const MOST = 20;

function foundQuery(filter: string) {
  const body = { filter: filter || null, page: 1, pageSize: MOST, basedOn: "all" as const };
  return queryOptions({
    queryKey: ["customers", "pick", filter],
    queryFn: ({ signal }) => answerOf(api.POST("/v1/get-customers", { body, signal })),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

interface CustomerPickerProps {
  value: Customer | null;
  onChange: (customer: Customer | null) => void;
  helperText: string;
}

/** Finds a customer by name, number, email address or phone. */
export function CustomerPicker({ value, onChange, helperText }: CustomerPickerProps) {
  const [text, setText] = useState("");
  const found = useQuery(foundQuery(useDebouncedValue(text, SEARCH_MS)));
  return (
    <Autocomplete<Customer>
      options={found.data?.items ?? []}
      value={value}
      loading={found.isPending}
      filterOptions={(options) => options}
      onInputChange={(_, typed, reason) => {
        if (reason !== "reset") {
          setText(typed.trim());
        }
      }}
      onChange={(_, option) => onChange(option)}
      getOptionLabel={labelOf}
      getOptionKey={({ customer_id }) => customer_id}
      isOptionEqualToValue={(one, other) => one.customer_id === other.customer_id}
      noOptionsText={found.isError ? t`Your customers couldn’t be loaded.` : t`No customer found`}
      renderInput={(props) => <TextField {...props} label={t`Customer`} helperText={helperText} />}
    />
  );
}

/** Includes the customer number, since many customers have the same name. */
function labelOf(customer: Customer): string {
  return [...new Set([customerName(customer), customer.number])].join(" · ");
}
