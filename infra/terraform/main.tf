# A deployment of Platen: the template and the code that `make package` made, as one stack of CloudFormation.

locals {
  prefix   = "${var.names}/"
  template = "${var.package}/platen.template.json"
}

data "aws_s3_bucket" "code" {
  bucket = var.code_bucket
}

# The names have the content in them: what did not change stays, and what a rollback needs is there.
resource "aws_s3_object" "code" {
  for_each = fileset(var.package, "*.zip")

  bucket = var.code_bucket
  key    = "${local.prefix}${each.value}"
  source = "${var.package}/${each.value}"
  tags   = var.tags
}

resource "aws_s3_object" "template" {
  bucket = var.code_bucket
  key    = "${local.prefix}${substr(filesha256(local.template), 0, 16)}.template.json"
  source = local.template
  tags   = var.tags
}

resource "aws_cloudformation_stack" "platen" {
  name         = var.names
  template_url = "https://${data.aws_s3_bucket.code.bucket_regional_domain_name}/${aws_s3_object.template.key}"
  capabilities = ["CAPABILITY_IAM"]
  on_failure   = "ROLLBACK"
  tags         = var.tags

  parameters = merge(var.parameters, {
    Names      = var.names
    CodeBucket = var.code_bucket
    CodePrefix = local.prefix
  })

  depends_on = [aws_s3_object.code]
}
