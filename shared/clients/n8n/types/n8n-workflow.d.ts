// As much of the types of n8n as the node uses, written from its documentation: the package itself may not be redistributed
// under a permissive license, and is there when n8n loads the node.

declare module 'n8n-workflow' {
	type Value = string | number | boolean | object | undefined;

	export interface IHttpRequestOptions {
		url: string;
		method?: string;
		ignoreHttpStatusErrors?: boolean;
		returnFullResponse?: boolean;
		qs?: { [name: string]: Value };
		headers?: { [name: string]: string };
		body?: unknown;
		json?: boolean;
	}

	interface Helpers {
		getBinaryDataBuffer(property: string): Promise<Uint8Array>;
		httpRequestWithAuthentication(this: unknown, credentials: string, request: IHttpRequestOptions): Promise<any>;
	}

	export interface IExecuteSingleFunctions {
		getNodeParameter(name: string): Value;
		helpers: Helpers;
	}

	export interface ILoadOptionsFunctions {
		getCredentials(name: string): Promise<{ [name: string]: Value }>;
		helpers: Helpers;
	}

	export interface IHookFunctions {
		getCredentials(name: string): Promise<{ [name: string]: Value }>;
		getNodeParameter(name: string): Value;
		getNodeWebhookUrl(name: string): string | undefined;
		getWorkflowStaticData(of: 'node'): { [name: string]: Value };
		helpers: Helpers;
	}

	export interface IWebhookFunctions {
		getBodyData(): object;
		getRequestObject(): { headers: { [name: string]: unknown }; rawBody: Buffer };
		getResponseObject(): { status(code: number): { end(): void } };
		getWorkflowStaticData(kind: 'node'): { [name: string]: unknown };
		helpers: { returnJsonArray(data: object): object[] };
	}

	export interface IWebhookResponseData {
		workflowData?: object[][];
		noWebhookResponse?: boolean;
	}

	export interface INodePropertyOptions {
		name: string;
		value: string;
	}

	type PreSend = (this: IExecuteSingleFunctions, request: IHttpRequestOptions) => Promise<IHttpRequestOptions>;

	interface Routing {
		request?: {
			method?: string;
			url?: string;
			encoding?: 'arraybuffer';
			headers?: { [name: string]: string };
		};
		send?: { type?: 'body' | 'query'; property?: string; value?: string; preSend?: PreSend[] };
		output?: { postReceive?: { type: 'binaryData'; properties: { destinationProperty: string } }[] };
	}

	export interface INodeProperties {
		displayName: string;
		name: string;
		type: 'boolean' | 'collection' | 'json' | 'number' | 'options' | 'string';
		default: Value;
		description?: string;
		placeholder?: string;
		required?: boolean;
		noDataExpression?: boolean;
		displayOptions?: { show: { [name: string]: string[] } };
		typeOptions?: { password?: boolean; loadOptionsMethod?: string };
		options?: (INodeProperties | (INodePropertyOptions & { action?: string; description?: string; routing?: Routing }))[];
		routing?: Routing;
	}

	export interface INodeTypeDescription {
		displayName: string;
		name: string;
		icon: `file:${string}`;
		group: string[];
		version: number;
		subtitle?: string;
		description: string;
		defaults: { name: string };
		inputs: string[];
		outputs: string[];
		/** Whether agents of n8n may use the node. */
		usableAsTool?: boolean;
		credentials: { name: string; required: boolean }[];
		requestDefaults?: { baseURL: string; json: boolean };
		webhooks?: { name: string; httpMethod: string; responseMode: string; path: string }[];
		properties: INodeProperties[];
	}

	export interface INodeType {
		description: INodeTypeDescription;
		methods?: { loadOptions: { [name: string]: (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]> } };
		webhookMethods?: { [name: string]: { [when: string]: (this: IHookFunctions) => Promise<boolean> } };
		webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
	}

	export interface IAuthenticateGeneric {
		type: 'generic';
		properties: { headers: { [name: string]: string } };
	}

	export interface ICredentialTestRequest {
		request: { baseURL: string; url: string };
	}

	export interface ICredentialType {
		name: string;
		displayName: string;
		documentationUrl?: string;
		properties: INodeProperties[];
		authenticate?: IAuthenticateGeneric;
		test?: ICredentialTestRequest;
	}
}
