import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { labelOf } from "@/blocks/samples";
import type { BlockType, RootProps } from "@/blocks/types";
import { AudienceSettings } from "@/features/content/pages/editor/audience-settings";
import { idOf, ROOT_ZONE, usePuckState } from "@/features/content/pages/editor/puck-config";
import { LinkPreview } from "@/features/content/pages/editor/link-preview";
import { PageTheme } from "@/features/content/pages/editor/page-theme";
import { SettingField } from "@/features/content/pages/editor/setting-field";
import { PAGE_SETTINGS, SETTINGS } from "@/features/content/pages/editor/settings";

type Problems = Readonly<Record<string, string>>;

/** The settings of the selected block, or of the page if none is selected. */
export function SettingsPanel({ problems, address }: { problems: Problems; address: string }) {
  const selected = usePuckState((state) => state.selectedItem);
  return selected === null ? (
    <PageSettings problems={problems} address={address} />
  ) : (
    <BlockSettings key={idOf(selected)} problems={problems} />
  );
}

function BlockSettings({ problems }: { problems: Problems }) {
  const dispatch = usePuckState((state) => state.dispatch);
  const block = usePuckState((state) => state.selectedItem);
  const index = usePuckState((state) => state.appState.ui.itemSelector?.index ?? -1);
  if (block === null) {
    return null;
  }
  const props = block.props as Record<string, unknown> & { id: string };
  const patch = (values: Record<string, unknown>) =>
    dispatch({
      type: "replace",
      destinationIndex: index,
      destinationZone: ROOT_ZONE,
      data: { type: block.type, props: { ...props, ...values } },
    });
  const change = (name: string, value: unknown) => patch({ [name]: value });
  return (
    <Stack spacing={2}>
      <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between" }}>
        <Typography variant="h6" component="h2">
          {labelOf(block.type)}
        </Typography>
        <Button size="small" onClick={() => dispatch({ type: "setUi", ui: { itemSelector: null } })}>
          <Trans>Page settings</Trans>
        </Button>
      </Box>
      {SETTINGS[block.type as BlockType].map((setting) => (
        <div key={setting.name} data-setting={setting.name}>
          <SettingField
            setting={setting}
            value={props[setting.name]}
            onChange={(value) => change(setting.name, value)}
            onPatch={patch}
            error={problemAt(problems, `blocks.content[${index}].props.${setting.name}`)}
            currency={props.currency}
          />
        </div>
      ))}
      <AudienceSettings
        props={props}
        onChange={change}
        problemOf={(name) => problemAt(problems, `blocks.content[${index}].props.${name}`)}
      />
    </Stack>
  );
}

function problemAt(problems: Problems, place: string): string | undefined {
  const match = Object.entries(problems).find(
    ([field]) => field === place || field.startsWith(`${place}[`) || field.startsWith(`${place}.`),
  );
  return match?.[1];
}

function PageSettings({ problems, address }: { problems: Problems; address: string }) {
  const dispatch = usePuckState((state) => state.dispatch);
  const root = usePuckState((state) => state.appState.data.root.props) as RootProps | undefined;
  const props = (root ?? {}) as Record<string, unknown>;
  const change = (name: string, value: unknown) =>
    dispatch({ type: "replaceRoot", root: { props: { ...props, [name]: value } } });
  return (
    <Stack spacing={2}>
      <Typography variant="h6" component="h2">
        <Trans>Page</Trans>
      </Typography>
      {PAGE_SETTINGS.map((setting) => (
        <div key={setting.name} data-setting={setting.name}>
          <SettingField
            setting={setting}
            value={props[setting.name]}
            onChange={(value) => change(setting.name, value)}
            error={problemAt(problems, `blocks.root.props.${setting.name}`)}
          />
        </div>
      ))}
      <PageTheme theme={root?.theme} onChange={(theme) => change("theme", theme)} />
      <LinkPreview root={root ?? {}} address={address} />
    </Stack>
  );
}
