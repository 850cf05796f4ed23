variable "package" {
  description = "The folder that `make package` filled."
  type        = string

  validation {
    condition     = fileexists("${var.package}/platen.template.json")
    error_message = "The folder has no platen.template.json; run `make package`, and name its folder."
  }
}

variable "names" {
  description = "The name of the stack, which the names of the buckets begin with."
  type        = string
  default     = "platen"

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{0,22}$", var.names))
    error_message = "names has 1 to 23 characters, lower-case letters, digits and hyphens, and begins with a letter."
  }
}

variable "code_bucket" {
  description = "A bucket in the same region, which takes the functions' code."
  type        = string
}

variable "parameters" {
  description = "Other parameters of infra/template.yaml, such as { KmsKeyArn = aws_kms_key.documents.arn }. Lists are separated by commas."
  type        = map(string)
  default     = {}

  validation {
    condition     = length(setintersection(keys(var.parameters), ["Names", "CodeBucket", "CodePrefix"])) == 0
    error_message = "Names, CodeBucket and CodePrefix are this module's own."
  }
}

variable "role_arn" {
  description = "A role that CloudFormation takes to make the resources; without it, it takes the rights of whoever runs Terraform."
  type        = string
  default     = null
}

variable "notification_arns" {
  description = "SNS topics that are told what becomes of the stack."
  type        = list(string)
  default     = []
}

variable "tags" {
  description = "Tags of all resources."
  type        = map(string)
  default     = {}
}
