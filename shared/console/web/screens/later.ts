// The screens that are loaded behind the first one.

export { ActivityScreen } from "./activity";
export { FormPage } from "./form-page";
export { GuideScreen } from "./guide";
export { JobScreen } from "./job";
export { JobsScreen } from "./jobs";
export { KeysScreen } from "./keys";
export { TemplateScreen } from "./template";
export { ToPdfScreen } from "./to-pdf";
export { UsageScreen } from "./usage";
