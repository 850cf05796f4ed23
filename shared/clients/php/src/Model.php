<?php

declare(strict_types=1);

namespace Platen\Client;

/** A shape of requests or answers. */
abstract class Model implements \JsonSerializable
{
    /** The classes of members that are shapes, or lists of them. */
    protected const SHAPES = [];

    /** Members that are objects in JSON, also where they are empty arrays. */
    protected const OBJECTS = [];

    /**
     * A shape as it was answered. Members that this version does not know are left out.
     *
     * @throws \TypeError a member is of another type
     */
    public static function of(\stdClass $json): static
    {
        $class = new \ReflectionClass(static::class);
        $model = $class->newInstanceWithoutConstructor();
        foreach ($class->getProperties() as $property) {
            $name = $property->getName();
            $value = $json->$name ?? null;
            $type = $property->getType();
            if ($value === null && $type?->allowsNull() === false) {
                continue;
            }
            $shape = static::SHAPES[$name] ?? null;
            if ($shape !== null && $value !== null) {
                $value = is_array($value) ? array_map([$shape, 'of'], $value) : $shape::of($value);
            } elseif ($value instanceof \stdClass && $type instanceof \ReflectionNamedType && $type->getName() === 'array') {
                $value = get_object_vars($value);
            }
            $model->$name = $value;
        }
        return $model;
    }

    /** @return array<string, mixed>|object */
    public function jsonSerialize(): array|object
    {
        $given = array_filter(get_object_vars($this), static fn (mixed $value): bool => $value !== null);
        foreach (static::OBJECTS as $name) {
            if (($given[$name] ?? null) === []) {
                $given[$name] = new \stdClass();
            }
        }
        return $given === [] ? new \stdClass() : $given;
    }
}
